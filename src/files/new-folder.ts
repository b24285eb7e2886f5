import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { isMissingFile } from "./missing-file";

/** Why a folder can't be created: something is there already. */
export class FolderExistsError extends Error {
  override readonly name = "FolderExistsError";
}

/**
 * Checks that `createFolder` could create the folder: nothing has its name, or an empty folder does.
 * @throws FolderExistsError
 */
export async function checkNewFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const found = await stat(folder).catch(ignoreMissing);
  if (found === undefined) return;
  if (!found.isDirectory()) throw new FolderExistsError(`${folder} is a file.`);
  if ((await readdir(folder)).length > 0) throw new FolderExistsError(`${folder} is not empty.`);
  // Replacing the folder that a shell is in would leave the shell in a deleted one.
  if (`${process.cwd()}${sep}`.startsWith(`${folder}${sep}`))
    throw new FolderExistsError(`${folder} is the current folder.`);
}

/**
 * Creates a folder with text files, by their paths in it. A crash at any moment leaves the whole folder or none.
 * @throws FolderExistsError if anything but an empty folder has its name.
 */
export async function createFolder(path: string, files: ReadonlyMap<string, string>): Promise<void> {
  const folder = resolve(path);
  await checkNewFolder(folder);
  const temporary = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.tmp`);
  try {
    await mkdir(temporary, { recursive: true });
    for (const [name, text] of files) {
      const file = join(temporary, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: "wx" });
    }
    await rmdir(folder).catch(ignoreMissing);
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function ignoreMissing(cause: unknown): undefined {
  if (!isMissingFile(cause)) throw cause;
}
