import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { isMissing, writeAtomically } from "./atomic-write";
import { type Backend, stackPaths } from "./backend";
import { StateError } from "./error";
import { isObject } from "./json";

/**
 * Locks a stack as the CLI does: look, write, look again. Any file in the stack's lock folder blocks, however old.
 * Returns what takes the lock away.
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
  await refuseIfLocked(folder, name, stack);
  const owner = { pid: process.pid, username: userInfo().username, hostname: hostname(), timestamp: now };
  await writeAtomically(path, JSON.stringify(owner), { mode: 0o644 });
  try {
    await refuseIfLocked(folder, name, stack);
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
  return () => rm(path, { force: true });
}

async function refuseIfLocked(folder: string, own: string, stack: string): Promise<void> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) return [];
    throw cause;
  });
  const others = names.filter((name) => name !== own && !name.endsWith(".tmp"));
  if (others.length === 0) return;
  const owners = await Promise.all(others.map((name) => describe(join(folder, name))));
  throw new StateError(
    "locked",
    `The stack "${stack}" is locked by another run. Nothing was done. Wait for it to end; if it is dead, delete its lock file (or run \`pulumi cancel\`).\n${owners.join("\n")}`,
  );
}

async function describe(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  let owner: unknown;
  try {
    owner = JSON.parse(text);
  } catch {
    return `  ${path}`;
  }
  if (!isObject(owner)) return `  ${path}`;
  const { username, hostname: host, pid, timestamp } = owner;
  return `  ${path}: ${String(username)}@${String(host)} (process ${String(pid)}) since ${String(timestamp)}`;
}
