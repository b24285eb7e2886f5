import { randomUUID } from "node:crypto";
import { readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ensureFolder } from "./ensure-folder";
import { isMissingFile } from "./missing-file";

/** Why a folder cannot be created: something is there already. */
export class FolderExistsError extends Error {
  override readonly name = "FolderExistsError";
}

/**
 * Checks that `createFolder` could create the folder: nothing exists at the path, or only an empty folder.
 * @throws FolderExistsError
 */
export async function checkNewFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const found = await stat(folder).catch(ignoreMissing);
  if (found === undefined) return;
  if (!found.isDirectory()) throw new FolderExistsError(`${folder} is a file.`);
  if ((await readdir(folder)).length > 0) throw new FolderExistsError(`${folder} is not empty.`);
}

/**
 * Creates a folder with files, by their paths in it. Those that begin with `#!` can be executed. After an error, nothing is left. A crash
 * leaves the whole folder or none. The exception is an empty folder that is the current one: it is filled, because replacing it would
 * leave the shell in a deleted folder.
 * @throws FolderExistsError if anything but an empty folder exists at the path.
 */
export async function createFolder(
  path: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  const folder = resolve(path);
  await checkNewFolder(folder);
  const isCurrent = folder === process.cwd();
  const temporary = join(isCurrent ? folder : dirname(folder), `.${basename(folder)}.${randomUUID()}.tmp`);
  try {
    ensureFolder(temporary);
    for (const [name, content] of files) {
      const file = join(temporary, name);
      ensureFolder(dirname(file));
      await writeFile(file, content, { flag: "wx", mode: isScript(content) ? 0o777 : 0o666 });
    }
    if (isCurrent) return await moveEntries(temporary, folder);
    // Not every system renames over an empty folder.
    await rmdir(folder).catch(ignoreMissing);
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Moves all content of a folder to another one, or nothing. */
async function moveEntries(from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of await readdir(from)) {
      await rename(join(from, name), join(to, name));
      moved.push(name);
    }
  } catch (cause) {
    for (const name of moved) await rm(join(to, name), { recursive: true, force: true });
    throw cause;
  }
}

/** Whether a file is a program that the system can run, so it must be executable. */
function isScript(content: string | Uint8Array): boolean {
  const [first, second] = typeof content === "string" ? Buffer.from(content.slice(0, 2)) : content;
  return first === 0x23 && second === 0x21;
}

function ignoreMissing(cause: unknown): undefined {
  if (!isMissingFile(cause)) throw cause;
}
