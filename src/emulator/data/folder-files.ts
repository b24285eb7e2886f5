import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { writeAtomicallySync } from "../../files";
import { errorCodeOf, messageOf } from "../../unknown";
import { DataError } from "./data-error";
import type { Files } from "./files";
import { lockFolder } from "./lock";

/** Opens a folder of this machine, made if needed, for this process alone. Throws a `DataError` where that can't be. */
export function openFolder(path: string): Files {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new DataError(
      `The world can't be kept in ${folder}: ${messageOf(error)}. Give a folder that can be made and written.`,
      { cause: error },
    );
  }
  const release = lockFolder(folder);
  return new FolderFiles(folder, release);
}

class FolderFiles implements Files {
  /** Files that are added to stay open. */
  readonly #open = new Map<string, number>();
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
      if (errorCodeOf(error) === "ENOENT") return undefined;
      throw new DataError(`${join(this.folder, name)} can't be read: ${messageOf(error)}.`, { cause: error });
    }
  }

  append(name: string, bytes: Uint8Array): void {
    const file = this.#opened(name);
    // A file that was deleted could be written on without an error, and all would be lost.
    if (fstatSync(file).nlink === 0) throw new Error(`${join(this.folder, name)} was deleted`);
    writeWhole(file, bytes);
  }

  cut(name: string, length: number): void {
    ftruncateSync(this.#opened(name), length);
  }

  replace(name: string, bytes: Uint8Array): void {
    const path = join(this.folder, name);
    writeAtomicallySync(path, bytes, { temporary: `${path}.new` });
    this.#forget(name);
  }

  remove(name: string): void {
    this.#forget(name);
    rmSync(join(this.folder, name), { force: true });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const name of [...this.#open.keys()]) this.#forget(name);
    this.#release();
  }

  #opened(name: string): number {
    if (this.#isClosed) throw new Error("the emulator was closed");
    const file = this.#open.get(name) ?? openSync(join(this.folder, name), "a", 0o600);
    this.#open.set(name, file);
    return file;
  }

  #forget(name: string): void {
    const file = this.#open.get(name);
    if (file !== undefined) closeSync(file);
    this.#open.delete(name);
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
