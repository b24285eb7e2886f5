import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createPrivateFolder, isMissingFile, writeAtomicallySync } from "../../files";
import { messageOf } from "../../unknown";
import { DataError } from "./data-error";
import { lockFolder } from "./lock";
import type { WorldFiles } from "./world-files";

/**
 * Opens a folder of this machine and locks it for this process. Creates the folder if it does not exist. Throws a `DataError`
 * when the folder is locked or cannot be written.
 */
export function openFolder(path: string): WorldFiles {
  const folder = resolve(path);
  try {
    createPrivateFolder(folder);
  } catch (error) {
    throw new DataError(
      `The world cannot be saved in ${folder}: ${messageOf(error)}. Choose a folder that can be created and written.`,
      { cause: error },
    );
  }
  const release = lockFolder(folder);
  return new FolderFiles(folder, release);
}

const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
/** Never follows a symbolic link, on systems that support that. */
const appending = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0);

class FolderFiles implements WorldFiles {
  /** The descriptors of files that are appended to. */
  readonly #descriptors = new Map<string, number>();
  readonly #release: () => void;
  #isClosed = false;

  constructor(
    readonly folder: string,
    release: () => void,
  ) {
    this.#release = release;
  }

  names(): readonly string[] {
    return readdirSync(this.folder);
  }

  read(name: string): Uint8Array | undefined {
    try {
      return readFileSync(join(this.folder, name));
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw new DataError(`${join(this.folder, name)} cannot be read: ${messageOf(error)}.`, {
        cause: error,
      });
    }
  }

  size(name: string): number {
    return statSync(join(this.folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }

  append(name: string, bytes: Uint8Array): void {
    const file = this.#open(name);
    // Writing to a deleted file succeeds, and the data is lost.
    if (fstatSync(file).nlink === 0) throw new Error(`${join(this.folder, name)} was deleted`);
    writeAll(file, bytes);
  }

  truncate(name: string, length: number): void {
    ftruncateSync(this.#open(name), length);
  }

  replace(name: string, bytes: Uint8Array): void {
    const path = join(this.folder, name);
    writeAtomicallySync(path, bytes, { temporary: `${path}.new` });
    this.#closeFile(name);
  }

  remove(name: string): void {
    this.#closeFile(name);
    rmSync(join(this.folder, name), { force: true });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const name of [...this.#descriptors.keys()]) this.#closeFile(name);
    this.#release();
  }

  #open(name: string): number {
    if (this.#isClosed) throw new Error("the emulator was closed");
    const file = this.#descriptors.get(name) ?? openSync(join(this.folder, name), appending, 0o600);
    this.#descriptors.set(name, file);
    return file;
  }

  #closeFile(name: string): void {
    const file = this.#descriptors.get(name);
    if (file !== undefined) closeSync(file);
    this.#descriptors.delete(name);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
