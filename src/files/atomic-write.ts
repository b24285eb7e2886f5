import { randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { copyFile, type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { ensureFolder } from "./ensure-folder";
import { isMissingFile } from "./missing-file";

export interface AtomicWriteOptions {
  /** Permissions of the new file. Permissions that grant nothing to others are set regardless of the umask. Default: 0600. */
  readonly mode?: number;
  /**
   * Where the content is written before it is renamed: a path in the same file system. A file that a crash left there is
   * replaced. Default: a random name next to the file. It does not end in `.json`, which the Pulumi CLI would read.
   */
  readonly temporary?: string;
}

/**
 * Replaces a file so that a crash at any time leaves either the complete old or the complete new content on disk. Creates the folder if it
 * does not exist. With `backup`, the old content stays next to the file as `<file>.bak`. With `like`, the new file has the owner, group and
 * permissions of another one.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  options: AtomicWriteOptions & { readonly backup?: boolean; readonly like?: Stats } = {},
): Promise<void> {
  const mode = options.mode ?? 0o600;
  const temporary = options.temporary ?? temporaryPathFor(path);
  ensureFolder(dirname(path));
  if (options.temporary) await rm(temporary, { force: true });
  // `wx` never writes through a symbolic link that someone placed there.
  const file = await open(temporary, "wx", mode);
  try {
    try {
      if (isPrivate(mode)) await file.chmod(mode);
      if (options.like) await copyPermissions(options.like, file);
      await file.writeFile(content);
      await syncToDisk(file);
    } catch (error) {
      throw withPath(error, path);
    } finally {
      await file.close();
    }
    if (options.backup) await keepBackup(path, temporary);
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Like `writeAtomically`, for callers that cannot wait. */
export function writeAtomicallySync(
  path: string,
  content: string | Uint8Array,
  options: AtomicWriteOptions = {},
): void {
  const mode = options.mode ?? 0o600;
  const temporary = options.temporary ?? temporaryPathFor(path);
  ensureFolder(dirname(path));
  if (options.temporary) rmSync(temporary, { force: true });
  const file = openSync(temporary, "wx", mode);
  try {
    try {
      if (isPrivate(mode)) fchmodSync(file, mode);
      writeFileSync(file, content);
      fsyncSync(file);
    } catch (error) {
      throw withPath(error, path);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolderSync(dirname(path));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The error of a full disk names no file, because it comes from a descriptor. */
function withPath(error: unknown, path: string): unknown {
  if (error instanceof Error) error.message += ` '${path}'`;
  return error;
}

/** Takes the descriptor, because the file handles of Yarn's PnP cannot sync. */
function syncToDisk({ fd }: FileHandle): Promise<void> {
  return promisify(fsync)(fd);
}

function temporaryPathFor(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}

function isPrivate(mode: number): boolean {
  return (mode & 0o077) === 0;
}

/** Does not change an owner that is already right, because some file systems have none. Changing the owner can remove permissions. */
async function copyPermissions({ uid, gid, mode }: Stats, file: FileHandle): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
  await file.chmod(mode & 0o7777);
}

/** A hard link to the old file costs nothing; a file system without links gets a copy. */
async function keepBackup(path: string, temporary: string): Promise<void> {
  const backup = `${temporary}.bak`;
  try {
    await link(path, backup).catch((cause: unknown) => {
      if (isMissingFile(cause)) throw cause;
      return copyFile(path, backup);
    });
    await rename(backup, `${path}.bak`);
  } catch (cause) {
    if (!isMissingFile(cause)) throw cause;
  } finally {
    await rm(backup, { force: true });
  }
}

/** A rename is on disk only when its folder is. Some systems cannot sync a folder and do not need to. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle) await syncToDisk(handle).catch(() => undefined);
  await handle?.close();
}

function syncFolderSync(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, "r");
    fsyncSync(handle);
  } catch {
    // Some systems cannot sync a folder and do not need to.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
