import { readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder, isMissingFile } from "../files";
import { type Backend, type Environment, stackPaths } from "./backend";
import { writeCheckpoint } from "./checkpoint";
import { backendUrl } from "./choose-backend";
import { applyEdit } from "./edit-state";
import { StateError } from "./error";
import type { JsonObject } from "./json";
import { type LocatedStack, locateExisting, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { refuseWithPendingCreates } from "./pending-creates";
import type { Project } from "./project";
import { renamePendingUrns, renameUrns } from "./rename-urns";
import { writeSelection } from "./selection";
import { type ResourceState, stackType } from "./snapshot";
import { listStacks, moveStackFileToBackup, readStackText, writeStackFile } from "./stack-file";
import { parseStackName } from "./stack-name";
import { readStackSettings } from "./stack-settings";

/**
 * Renames a stack in its state, its history, its tags, its configuration file and the selection. Resolves to the new name in its
 * short form, and the warnings. After an interruption, the same call completes the rename. `time` in RFC 3339. `verify` is called under
 * the lock, and throws if the stack must keep its name.
 */
export async function renameStack(
  address: StackAddress,
  newName: string,
  time: string,
  verify: (located: LocatedStack, resources: readonly ResourceState[]) => void = () => undefined,
): Promise<{ readonly stack: string; readonly warnings: readonly string[] }> {
  const { project, stack, backend } = await locateExisting(address);
  const next = parseStackName(newName, project.name);
  const locks: (() => Promise<void>)[] = [];
  try {
    for (const name of [stack, next].filter((one, at, all) => all.indexOf(one) === at))
      locks.push(await lockStack(backend, project.name, name, time));
    const located = await locateExisting(address);
    const target = await readStackSettings(project, next);
    const rename = urnRenamer(project.name, stack, next);
    const deployment = applyEdit(located, (entries, pendingOperations) => {
      refuseWithPendingCreates(pendingOperations, "Nothing was renamed.");
      verify(
        located,
        entries.map(({ state }) => state),
      );
      return {
        resources: entries.map(({ json }) => renameUrns(json, rename)),
        pendingOperations: renamePendingUrns(pendingOperations, rename),
      };
    });
    const renamed = writeCheckpoint(project.name, next, deployment);
    const isInterrupted = await isStored(backend, project.name, next, renamed);
    if (next === stack || (!isInterrupted && (await listStacks(backend, project.name)).includes(next)))
      throw alreadyExistsError(`a stack named ${next}`);
    const mayBeMoved = isInterrupted && !(await exists(located.settings.file));
    if (!mayBeMoved && (await exists(target.file))) throw alreadyExistsError(target.file);
    if (!isInterrupted) await writeStackFile(backend, project.name, next, renamed);
    await renameHistory(backend, project.name, stack, next);
    await moveIfExists(
      stackPaths(backend, project.name, stack).tags,
      stackPaths(backend, project.name, next).tags,
    );
    await moveIfExists(located.settings.file, target.file);
    // Last: as long as the stack has its former name too, the same command completes the rename.
    await moveStackFileToBackup(backend, project.name, stack);
    return { stack: next, warnings: await select(project, next, address.env) };
  } finally {
    for (const unlock of locks) await unlock();
  }
}

/** Whether an interrupted rename has stored the renamed state, and nothing has changed it since. */
async function isStored(
  backend: Backend,
  project: string,
  stack: string,
  envelope: JsonObject,
): Promise<boolean> {
  return (await readStackText(backend, project, stack))?.text === JSON.stringify(envelope);
}

/** Returns a warning if it fails: the stack is renamed by then. */
async function select(project: Project, stack: string, env: Environment): Promise<readonly string[]> {
  try {
    await writeSelection(project, await backendUrl(project, env), env, stack);
    return [];
  } catch {
    return [
      `The stack was renamed, but "${stack}" could not be selected. Run \`stack select ${stack}\` to see why.`,
    ];
  }
}

/** `urn:pulumi:<stack>::<project>::<type>::<name>`; the resource of the stack itself contains its name. */
function urnRenamer(project: string, stack: string, next: string): (urn: string) => string {
  const start = `urn:pulumi:${stack}::${project}::`;
  return (urn) => {
    if (!urn.startsWith(start)) return urn;
    const rest = urn.slice(start.length);
    const own = `${stackType}::`;
    return `urn:pulumi:${next}::${project}::${rest.startsWith(own) ? `${own}${project}-${next}` : rest}`;
  };
}

/** The files of a history are `<stack>-<time>.history.json` and `<stack>-<time>.checkpoint.json`. */
async function renameHistory(backend: Backend, project: string, stack: string, next: string): Promise<void> {
  const from = stackPaths(backend, project, stack).history;
  const to = stackPaths(backend, project, next).history;
  const names = await readdir(from).catch((cause: unknown) => {
    if (isMissingFile(cause)) return [];
    throw cause;
  });
  for (const name of names) {
    const end = name.lastIndexOf("-");
    if (name.slice(0, end) === stack)
      await moveIfExists(join(from, name), join(to, `${next}${name.slice(end)}`));
  }
}

async function moveIfExists(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  ensureFolder(dirname(to));
  await rename(from, to);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if (isMissingFile(cause)) return false;
    throw cause;
  }
}

function alreadyExistsError(what: string): StateError {
  return new StateError("stackExists", `There is already ${what}. Nothing was renamed. Choose another name.`);
}
