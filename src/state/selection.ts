import { createHash } from "node:crypto";
import { readFile, realpath, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { isMissingFile, writeAtomically } from "../files";
import { isRecord, messageOf } from "../unknown";
import type { Environment } from "./backend";
import { StateError } from "./error";
import { type JsonObject, optionalObject } from "./json";
import type { Project } from "./project";
import { findHomeFolder } from "./user";

/**
 * The stack that is selected for a project and a backend. As in the CLI, it is stored by the backend's address as written, in a file of
 * the user's home folder whose name is derived from the path of the project file. Undefined if none is selected.
 */
export async function readSelection(
  project: Project,
  backendUrl: string,
  env: Environment,
): Promise<string | undefined> {
  const settings = await readWorkspace(await workspaceFile(project, env));
  const selected = optionalObject(settings.stacks, "stacks")[backendUrl];
  if (typeof selected === "string") return selected;
  // Older versions stored one selection for all backends. It can name a stack of a backend with organizations.
  const name = settings.stack;
  return typeof name === "string" && /^(organization\/.+|[^/]+)$/.test(name) ? name : undefined;
}

/** Selects a stack by its short name. Undefined clears the selection. */
export async function writeSelection(
  project: Project,
  backendUrl: string,
  env: Environment,
  stack: string | undefined,
): Promise<void> {
  const file = await workspaceFile(project, env);
  const { stacks, stack: ofAll, ...rest } = await readWorkspace(file);
  const { [backendUrl]: _, ...others } = optionalObject(stacks, "stacks");
  const selections =
    stack === undefined ? others : { ...others, [backendUrl]: `organization/${project.name}/${stack}` };
  const settings = {
    ...rest,
    ...(stack !== undefined && ofAll !== undefined && { stack: ofAll }),
    ...(Object.keys(selections).length > 0 && { stacks: selections }),
  };
  if (Object.keys(settings).length === 0) await rm(file, { force: true });
  else await writeAtomically(file, JSON.stringify(settings, undefined, 4));
}

async function workspaceFile(project: Project, env: Environment): Promise<string> {
  const home = env.PULUMI_HOME || join(findHomeFolder("the selected stack", "PULUMI_HOME"), ".pulumi");
  const hash = createHash("sha1")
    .update(await pathInShell(project.file, env.PWD))
    .digest("hex");
  return join(home, "workspaces", `${project.name}-${hash}-workspace.json`);
}

/** The CLI takes the current folder from PWD, with symbolic links. Node.js resolves them. */
async function pathInShell(file: string, shellFolder: string | undefined): Promise<string> {
  if (!shellFolder) return file;
  const here = process.cwd();
  const real = await realpath(shellFolder).catch(() => undefined);
  return real === here ? join(shellFolder, relative(here, file)) : file;
}

async function readWorkspace(file: string): Promise<JsonObject> {
  try {
    const settings: unknown = JSON.parse(await readFile(file, "utf8"));
    return isRecord(settings) ? settings : {};
  } catch (cause) {
    if (isMissingFile(cause)) return {};
    throw new StateError(
      "project",
      `${file}, which stores the selected stack, cannot be read: ${messageOf(cause)}. Nothing was done. Specify the stack with --stack, or remove that file.`,
    );
  }
}
