import type { Stats } from "node:fs";
import { lstat, realpath, stat, writeFile } from "node:fs/promises";
import { errorCodeOf } from "../unknown";
import { writeAtomically } from "./atomic-write";

/** A file that can be replaced as a whole. */
export interface RegularFile {
  /** Not a symbolic link. */
  readonly path: string;
  /** Undefined if it does not exist. */
  readonly stats: Stats | undefined;
}

/** The file that a path leads to. Undefined if it can only be written to, such as a pipe, a device or a dangling link. */
export async function findRegularFile(path: string): Promise<RegularFile | undefined> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) {
    const link = await lstat(path).catch(() => undefined);
    return link === undefined ? { path, stats: undefined } : undefined;
  }
  const stats = await stat(target);
  return stats.isFile() ? { path: target, stats } : undefined;
}

/**
 * Writes a file that belongs to the user: a link stays a link, and the file keeps its owner and permissions. It is replaced atomically if
 * possible, otherwise written in place.
 * @param mode Permissions of a new file.
 */
export async function rewriteFile(path: string, content: string, mode: number): Promise<void> {
  const file = await findRegularFile(path);
  if (file !== undefined && file.stats === undefined) return writeAtomically(file.path, content, { mode });
  // A file with other hard links is not replaced: they would still lead to the old content.
  if (file?.stats?.nlink === 1) {
    try {
      return await writeAtomically(file.path, content, { like: file.stats });
    } catch (cause) {
      if (!irreplaceable.has(errorCodeOf(cause) ?? "")) throw cause;
    }
  }
  await writeFile(path, content, { mode });
}

/** The errors for a file that is mounted, belongs to another user, or is in a folder in which no file can be created. */
const irreplaceable: ReadonlySet<string> = new Set([
  "EBUSY",
  "EXDEV",
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTSUP",
  "ENOSYS",
]);
