import type { Files } from "../../src/emulator/data/files";

/** How far the operation that fails gets: not begun, half of its bytes written, or done with its answer lost. */
export const degrees = ["none", "half", "whole"] as const;

export interface Failure {
  /** Which of the operations that write fails, from 1. */
  readonly at: number;
  readonly degree: (typeof degrees)[number];
  /** Nothing works from then on. */
  readonly forGood: boolean;
}

/** A folder in memory whose writing can fail. */
export class FailingFiles implements Files {
  readonly folder = "/in/memory";
  readonly #files = new Map<string, Uint8Array>();
  readonly #failure: Failure | undefined;
  #isOver = false;
  /** How often it was written to. */
  written = 0;

  constructor(failure?: Failure, files: Iterable<readonly [string, Uint8Array]> = []) {
    this.#failure = failure;
    for (const [name, bytes] of files) this.#files.set(name, bytes);
  }

  /** What is on the disk when the process is gone. */
  left(): FailingFiles {
    return new FailingFiles(undefined, this.#files);
  }

  names(): readonly string[] {
    return [...this.#files.keys()];
  }

  read(name: string): Uint8Array | undefined {
    if (this.#isOver) throw new Error("EIO: i/o error");
    return this.#files.get(name);
  }

  append(name: string, bytes: Uint8Array): void {
    const before = this.#files.get(name) ?? new Uint8Array();
    this.#write((part) => {
      const length = part === 1 ? bytes.length : Math.floor(bytes.length * part);
      this.#files.set(name, Buffer.concat([before, bytes.subarray(0, length)]));
    });
  }

  cut(name: string, length: number): void {
    const before = this.#files.get(name) ?? new Uint8Array();
    this.#write((part) => {
      if (part === 1) this.#files.set(name, before.subarray(0, length));
    });
  }

  replace(name: string, bytes: Uint8Array): void {
    this.#write((part) => {
      if (part === 1) this.#files.set(name, bytes);
    });
  }

  remove(name: string): void {
    this.#files.delete(name);
  }

  close(): void {}

  /** Writes a part from 0 to 1. */
  #write(write: (part: number) => void): void {
    this.written += 1;
    if (this.#isOver) throw new Error("EIO: i/o error");
    const { at, degree, forGood } = this.#failure ?? { at: 0, degree: "none", forGood: false };
    if (this.written !== at) {
      write(1);
      return;
    }
    write({ none: 0, half: 0.5, whole: 1 }[degree]);
    this.#isOver = forGood;
    throw new Error("ENOSPC: no space left on device, write");
  }
}
