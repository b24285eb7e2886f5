import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { groupBy } from "../../group-by";
import { errorCodeOf, messageOf } from "../../unknown";
import { fullName, type RecordedStack } from "../recorded-stack";
import { UsageError } from "../usage-error";
import type { IgnoreRule } from "./ignore-rule";
import { parseIgnoreRules } from "./parse-rules";

/** The name of the file next to `Pulumi.yaml`. */
const ignoreFileName = ".nodecloudignore";

export interface IgnoreFile {
  readonly rules: readonly IgnoreRule[];
  /** The stacks to whose findings it applies, together with their accounts' unmanaged objects. */
  readonly stacks: readonly RecordedStack[];
}

/**
 * Reads the rules that apply to the stacks. The file in a project's folder applies to the stacks of the project, and the file in the
 * working folder applies to stacks without a folder.
 * @param files Files to read instead, which apply to all stacks. False to read none.
 * @throws UsageError for a file that cannot be read or is malformed.
 */
export async function readIgnoreFiles(
  stacks: readonly RecordedStack[],
  files: readonly string[] | false | undefined,
): Promise<readonly IgnoreFile[]> {
  if (files === false) return [];
  if (files !== undefined) {
    return Promise.all(
      files.map(async (file) => {
        const text = await readText(file);
        if (text !== undefined) return { rules: parseIgnoreRules(text, file), stacks };
        throw new UsageError(
          `The ignore file ${file} does not exist. Nothing was read from the service. Check its path.`,
        );
      }),
    );
  }
  const byFolder = groupBy(stacks, ({ folder }) => resolve(folder ?? "."));
  const found = await Promise.all(
    [...byFolder].map(async ([folder, own]): Promise<readonly IgnoreFile[]> => {
      const path = join(folder, ignoreFileName);
      const text = await readText(path);
      if (text === undefined) return [];
      const [project, ...others] = new Set(own.map((stack) => stack.project));
      const rules = parseIgnoreRules(text, shownPath(path), others.length === 0 ? project : undefined);
      return [{ rules, stacks: own }];
    }),
  );
  return found.flat();
}

/** The stacks that a file applies to, as reports name them. */
export function stackNamesOf({ stacks }: IgnoreFile): ReadonlySet<string> {
  return new Set(stacks.map(fullName));
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw new UsageError(
      `The ignore file ${path} cannot be read: ${messageOf(error)}. Nothing was read from the service. Make it a readable file.`,
    );
  }
}

/** Relative if the file is in the working folder or below it. */
function shownPath(path: string): string {
  const local = relative("", path);
  return local.startsWith("..") ? path : local;
}
