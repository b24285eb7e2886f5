import { createHash } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock";
import type { Locks } from "../lifecycle";

const pollInterval = 250;
/** Longer than any holder works; process ids are used again, in containers soon. */
const longestHold = 20 * 60_000;

/**
 * Locks between the processes of one user on this machine: a file each, which holds the process id of its owner. A process that
 * ended without removing its file no longer counts. Within a process the caller asks for a key once at a time.
 */
export function machineLocks(folder: string, clock: Clock): Locks {
  return {
    run: async (key, work) => {
      const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
      const file = join(folder, `${name}.lock`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      while (!take(file, clock.now())) await clock.sleep(pollInterval * (1 + clock.random()));
      try {
        return await work();
      } finally {
        rmSync(file, { force: true });
      }
    },
  };
}

function take(file: string, now: number): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  const owner = ownerOf(file);
  if (owner !== undefined && (!isAlive(owner) || now - changedAt(file) > longestHold))
    removeStale(file, owner);
  return false;
}

/** Another process may have removed it and taken the lock since it was read: then its file is put back. */
function removeStale(file: string, owner: number): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (ownerOf(aside) !== owner) linkSync(aside, file);
    rmSync(aside, { force: true });
  } catch {
    // Somebody else was faster.
  }
}

function ownerOf(file: string): number | undefined {
  try {
    const owner = Number(readFileSync(file, "utf8"));
    return Number.isInteger(owner) && owner > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

/** A file that names this process is of an earlier one with the same id. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
