import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isMissingFile, isRunning, writeAtomically } from "../files";
import { isRecord } from "../unknown";
import { attributesExtension, attributesFile, type Backend, stackPaths } from "./backend";
import { StateError } from "./error";
import { userName } from "./user";

/**
 * Locks a stack as the CLI does: check for locks, write one, check again. Any file in the lock folder counts, however old, except
 * attributes files. Returns a function that releases the lock.
 */
export async function lockStack(
  backend: Backend,
  project: string,
  stack: string,
  now: string,
): Promise<() => Promise<void>> {
  const folder = stackPaths(backend, project, stack).locks;
  const name = `${randomUUID()}.json`;
  const path = join(folder, name);
  await assertUnlocked(folder, name, stack);
  const owner = { pid: process.pid, username: userName(), hostname: hostname(), timestamp: now };
  // Any file in the folder is a lock, even one that is only half written: it is written next to the folder and moved in.
  const outside = `${folder}.${name}.tmp`;
  await writeAtomically(path, JSON.stringify(owner), { mode: 0o644, temporary: outside });
  try {
    await assertUnlocked(folder, name, stack);
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
  return () => rm(path, { force: true });
}

/** Removes all locks of a stack, whoever holds them. Returns a description of each. */
export async function removeLocks(
  backend: Backend,
  project: string,
  stack: string,
): Promise<readonly string[]> {
  const folder = stackPaths(backend, project, stack).locks;
  const paths = (await locksIn(folder)).map((name) => join(folder, name));
  const owners = await Promise.all(paths.map(describeLock));
  for (const path of paths) {
    await rm(path, { force: true });
    await rm(attributesFile(path), { force: true });
  }
  return owners;
}

/** Who holds the locks of a stack: a description of each. */
export async function lockOwners(
  backend: Backend,
  project: string,
  stack: string,
): Promise<readonly string[]> {
  const folder = stackPaths(backend, project, stack).locks;
  return Promise.all((await locksIn(folder)).map((name) => describeLock(join(folder, name))));
}

async function locksIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissingFile(cause)) return [];
    throw cause;
  });
  return names.filter((name) => !name.endsWith(attributesExtension));
}

async function assertUnlocked(folder: string, own: string, stack: string): Promise<void> {
  const others = (await locksIn(folder)).filter((name) => name !== own);
  if (others.length === 0) return;
  const owners = await Promise.all(others.map((name) => describeLock(join(folder, name))));
  throw new StateError(
    "locked",
    `The stack "${stack}" is locked by another run. Nothing was done. Wait for that run to end, or, if it is no longer running, remove its lock with \`nodecloud cancel --stack ${stack}\` (or \`pulumi cancel\`).\n${owners.map((owner) => `  ${owner}`).join("\n")}`,
  );
}

async function describeLock(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  let owner: unknown;
  try {
    owner = JSON.parse(text);
  } catch {
    return path;
  }
  if (!isRecord(owner)) return path;
  const { username, hostname: host, pid, timestamp } = owner;
  const holder = `process ${String(pid)}${host === hostname() ? processStatus(pid) : ""}`;
  return `${path}: ${String(username)}@${String(host)} (${holder}) since ${String(timestamp)}`;
}

function processStatus(pid: unknown): string {
  if (typeof pid !== "number") return "";
  return isRunning(pid) ? ", which is running" : ", which is not running";
}
