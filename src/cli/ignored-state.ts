import { execFile } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { type Environment, locateProject, type ProjectAddress } from "../state";
import { printError } from "./print";

/** In milliseconds. */
const gitTimeout = 5_000;

/**
 * Prints a hint if the state is in a git repository that does not ignore it. Called after the creation of a stack. Never fails, and prints
 * nothing if there is no git.
 */
export async function hintAtUnignoredState(address: ProjectAddress): Promise<void> {
  const located = await locateProject(address).catch(() => undefined);
  if (located === undefined || !(await isUnignored(located.backend.folder, address.env))) return;
  const { folder } = located.backend;
  printError(
    `hint: git does not ignore ${folder}, where the state of the stacks is. Add the line ${basename(folder)}/ to ${join(dirname(folder), ".gitignore")}.\n`,
  );
}

/** git's exit code 1: it is in a repository and not ignored. Other codes: it is ignored, or there is no repository. */
function isUnignored(folder: string, env: Environment): Promise<boolean> {
  const options = { cwd: dirname(folder), env, timeout: gitTimeout };
  return new Promise((resolve) => {
    execFile("git", ["check-ignore", "--quiet", "--", folder], options, (error) =>
      resolve(error?.code === 1),
    );
  });
}
