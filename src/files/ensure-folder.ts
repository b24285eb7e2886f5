import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isMissingFile } from "./missing-file";

/**
 * Creates a folder and the missing ones above it. Returns whether the folder is new. Node's own `recursive` never returns where the system
 * says that a new folder is missing, as below `/proc` and some automounters.
 * @param mode The permissions of new folders, less the umask.
 */
export function ensureFolder(path: string, mode = 0o777): boolean {
  if (isFolder(path)) return false;
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    // Another process may have created it since.
    if (isFolder(path)) return false;
    const parent = dirname(path);
    if (!isMissingFile(error) || existsSync(parent)) throw error;
    ensureFolder(parent, mode);
    return ensureFolder(path, mode);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
