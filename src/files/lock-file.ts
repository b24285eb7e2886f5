import { randomUUID } from "node:crypto";
import { constants, copyFileSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { errorCodeOf, isRecord } from "../unknown";
import { isRunning, processStartOf } from "./running-process";

/** The process that holds a lock. */
interface LockOwner {
  readonly pid: number;
  /** The name of its machine or container. On another one, this process cannot check whether it still runs. */
  readonly host?: string;
  /** When the system started it, in the system's own units. Distinguishes it from a later process with the same id. Linux only. */
  readonly processStart?: string;
  /** Milliseconds since 1970. Distinguishes the process from a later one with the same id. */
  readonly startedAt?: number;
}

export type LockResult =
  | { readonly status: "acquired"; readonly release: () => void }
  /** `isElsewhere`: by a process of another machine or container, which may have ended. */
  | { readonly status: "held"; readonly owner: LockOwner; readonly isElsewhere: boolean }
  /** Other processes kept taking over the same abandoned lock. */
  | { readonly status: "contended" };

export interface LockOptions {
  /**
   * A lock that was written before this time, in milliseconds since 1970, is abandoned even if a process with its owner's id runs, unless the
   * system reports that it is the owner.
   */
  readonly staleBefore?: number;
}

const maxAttempts = 100;

/**
 * Acquires the lock file at `path` for this process, without waiting. A lock whose owner no longer runs, or that cannot be read, is taken
 * over, but not that of another machine or container. Throws the system's error if the file cannot be written.
 */
export function acquireLock(path: string, { staleBefore = 0 }: LockOptions = {}): LockResult {
  const processStart = processStartOf(process.pid);
  const self: LockOwner = {
    pid: process.pid,
    host: hostname(),
    ...(processStart !== undefined && { processStart }),
    startedAt: performance.timeOrigin,
  };
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (createLock(path, self)) return { status: "acquired", release: () => release(path, self) };
    const owner = readOwner(path);
    if (owner && isHeld(path, owner, self, staleBefore)) {
      return { status: "held", owner, isElsewhere: isElsewhere(owner, self) };
    }
    removeAbandoned(path, self, owner, staleBefore);
  }
  return { status: "contended" };
}

/** Returns false if there is a lock. Linking a complete file shows others the whole lock or none. */
function createLock(path: string, self: LockOwner): boolean {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(self)}\n`, { flag: "wx", mode: 0o600 });
    linkOrCopy(draft, path);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Not every file system has hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Undefined if there is no lock, or it cannot be read. */
function readOwner(path: string): LockOwner | undefined {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is LockOwner {
  return isRecord(value) && Number.isInteger(value.pid);
}

function isHeld(path: string, owner: LockOwner | undefined, self: LockOwner, staleBefore: number): boolean {
  if (owner === undefined || !isAlive(owner, self)) return false;
  return isProvenAlive(owner, self) || modifiedAt(path) >= staleBefore;
}

function isProvenAlive(owner: LockOwner, self: LockOwner): boolean {
  const { pid, processStart } = owner;
  return !isElsewhere(owner, self) && processStart !== undefined && processStartOf(pid) === processStart;
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function isElsewhere(owner: LockOwner, self: LockOwner): boolean {
  return owner.host !== undefined && owner.host !== self.host;
}

function isAlive(owner: LockOwner, self: LockOwner): boolean {
  // On another host, the same process id belongs to another process.
  if (isElsewhere(owner, self)) return true;
  // Process ids are reused, soon in containers: ours can be that of an earlier process.
  if (owner.pid === self.pid) return owner.startedAt === self.startedAt;
  return isRunning(owner.pid) && !isLaterProcess(owner);
}

/** Whether the id was reused, if the system reports when its process started. */
function isLaterProcess({ pid, processStart }: LockOwner): boolean {
  const started = processStartOf(pid);
  return processStart !== undefined && started !== undefined && started !== processStart;
}

/**
 * Removes an abandoned lock, but never one that another process acquired meanwhile. Only the process that holds a second lock, named after
 * the owner of the abandoned one, may remove it. If that process dies too, its second lock is removed the same way.
 */
function removeAbandoned(
  path: string,
  self: LockOwner,
  abandoned: LockOwner | undefined,
  staleBefore: number,
): void {
  const guard = `${path}.${abandoned ? `${abandoned.pid}-${abandoned.startedAt}` : "unreadable"}.heir`;
  if (!createLock(guard, self)) {
    const successor = readOwner(guard);
    if (successor && !isAlive(successor, self)) removeAbandoned(guard, self, successor, staleBefore);
    return;
  }
  try {
    // Another process may have removed it first. The lock that exists now may then be held.
    const owner = readOwner(path);
    if (isSameProcess(owner, abandoned) && !isHeld(path, owner, self, staleBefore))
      rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isSameProcess(left: LockOwner | undefined, right: LockOwner | undefined): boolean {
  return left?.pid === right?.pid && left?.startedAt === right?.startedAt;
}

function release(path: string, self: LockOwner): void {
  if (isSameProcess(readOwner(path), self)) rmSync(path, { force: true });
}
