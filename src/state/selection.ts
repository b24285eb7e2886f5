import { createHash } from "node:crypto";
import { readFile, realpath, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { isMissingFile, writeAtomically } from "../files";
import { isRecord, messageOf } from "../unknown";
import type { Environment } from "./backend";
import { StateError } from "./error";
import { type JsonObject, optionalObject } from "./json";
import type { Project } from "./project";
import { homeFolder } from "./user";

/**
 * The stack that a project has selected in a backend, as the CLI keeps it: by the backend's address as it was written,
 * in a file of the user's home that is named for the project's file. Undefined: none.
 */
export async function readSelection(
  project: Project,
  backendUrl: string,
  env: Environment,
): Promise<string | undefined> {
  const settings = await readWorkspace(await workspaceFile(project, env));
  const selected = optionalObject(settings.stacks, "stacks")[backendUrl];
  if (typeof selected === "string") return selected;
  // Before there was a selection for each backend, there was one for all: it may be of a backend with organizations.
  const name = settings.stack;
  return typeof name === "string" && /^(organization\/.+|[^/]+)$/.test(name) ? name : undefined;
}

/** Selects a stack by its full name; undefined: none is selected any more. */
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
  const home = env.PULUMI_HOME || join(homeFolder("the selected stack", "PULUMI_HOME"), ".pulumi");
  const hash = createHash("sha1")
    .update(await asTheShellSays(project.file, env.PWD))
    .digest("hex");
  return join(home, "workspaces", `${project.name}-${hash}-workspace.json`);
}

/** The CLI takes the shell's word for the current folder, symbolic links and all; Node.js has them resolved. */
async function asTheShellSays(file: string, said: string | undefined): Promise<string> {
  if (!said) return file;
  const here = process.cwd();
  const real = await realpath(said).catch(() => undefined);
  return real === here ? join(said, relative(here, file)) : file;
}

async function readWorkspace(file: string): Promise<JsonObject> {
  try {
    const settings: unknown = JSON.parse(await readFile(file, "utf8"));
    return isRecord(settings) ? settings : {};
  } catch (cause) {
    if (isMissingFile(cause)) return {};
    throw new StateError(
      "project",
      `${file}, which says the selected stack, cannot be read: ${messageOf(cause)}. Nothing was done. Name the stack with --stack, or remove that file.`,
    );
  }
}
