import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { codeOf, DataError, wordsOf } from "./data-error";

/** Who holds a folder. `began` tells a process from a later one of the same id. */
const holder = z.object({ pid: z.int(), began: z.number() });
type Holder = z.output<typeof holder>;

const lockFile = "world.lock";
const maxTries = 100;

/**
 * Takes a folder for this process alone, also where the one that held it is dead; answers what gives it free.
 * Throws a `DataError` where it is held.
 */
export function takeLock(folder: string): () => void {
  const path = join(folder, lockFile);
  const own: Holder = { pid: process.pid, began: performance.timeOrigin };
  for (let attempt = 0; attempt < maxTries; attempt++) {
    if (isWritten(path, own)) return () => release(path, own);
    const other = holderOf(path);
    if (other && isAlive(other, own)) throw held(folder, path, other);
    removeDead(path, own, other);
  }
  throw new DataError(
    `${folder} can't be taken: others keep taking it at the same time. Start one emulator on it.`,
  );
}

/** Writes the lock unless there is one. It is there with all that it says, or not at all. */
function isWritten(path: string, own: Holder): boolean {
  const draft = `${path}.${own.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(own)}\n`);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new DataError(
      `The world can't be kept in ${dirname(path)}: ${wordsOf(error)}. Give a folder that can be written.`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Undefined: there is none, or somebody else wrote into it. */
function holderOf(path: string): Holder | undefined {
  try {
    return holder.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function isAlive(other: Holder, own: Holder): boolean {
  // In a container ids begin anew: what has our own may be we ourselves, or one before us.
  if (other.pid === own.pid) return other.began === own.began;
  try {
    process.kill(other.pid, 0);
    return !isZombie(other.pid);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Killed, but not yet waited for by its parent: in a container often never. Its id still takes signals. Linux only. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/**
 * Removes a dead holder's lock, and never another one. Only the heir may: the one who links a file named after the dead
 * holder. A heir that dies meanwhile has one of its own.
 */
function removeDead(path: string, own: Holder, dead: Holder | undefined): void {
  const guard = `${path}.${dead ? `${dead.pid}-${dead.began}` : "unreadable"}.heir`;
  if (!isWritten(guard, own)) {
    const heir = holderOf(guard);
    if (heir && !isAlive(heir, own)) removeDead(guard, own, heir);
    return;
  }
  try {
    // Another heir may have been here before: what lies there now can be the lock of a living one.
    if (existsSync(path) && isSame(holderOf(path), dead)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isSame(left: Holder | undefined, right: Holder | undefined): boolean {
  return left?.pid === right?.pid && left?.began === right?.began;
}

function release(path: string, own: Holder): void {
  if (isSame(holderOf(path), own)) rmSync(path, { force: true });
}

function held(folder: string, path: string, { pid }: Holder): DataError {
  return new DataError(
    `${folder} is used by another emulator, process ${pid}. End that one, or give another folder. If process ${pid} is no emulator, delete ${path}.`,
  );
}
