import type { WorldFiles } from "../../src/emulator/data/world-files";

/** How much of its bytes the failing operation writes. */
export const extents = ["none", "half", "whole"] as const;

export interface Failure {
  /** The number of the writing operation that fails, from 1. */
  readonly at: number;
  readonly extent: (typeof extents)[number];
  /** Whether all later operations fail too. */
  readonly isPermanent: boolean;
}

/** A folder in memory in which a write can fail. */
export class FailingFiles implements WorldFiles {
  readonly folder = "/in/memory";
  readonly #files = new Map<string, Uint8Array>();
  readonly #failure: Failure | undefined;
  #hasFailed = false;
  /** The number of writing operations so far. */
  writes = 0;

  constructor(failure?: Failure, files: Iterable<readonly [string, Uint8Array]> = []) {
    this.#failure = failure;
    for (const [name, bytes] of files) this.#files.set(name, bytes);
  }

  /** What is on disk after the process was killed. */
  afterKill(): FailingFiles {
    return new FailingFiles(undefined, this.#files);
  }

  names(): readonly string[] {
    return [...this.#files.keys()];
  }

  read(name: string): Uint8Array | undefined {
    if (this.#hasFailed) throw new Error("EIO: i/o error");
    return this.#files.get(name);
  }

  size(name: string): number {
    return this.#files.get(name)?.length ?? 0;
  }

  append(name: string, bytes: Uint8Array): void {
    const before = this.#files.get(name) ?? new Uint8Array();
    this.#write((part) => {
      const length = part === 1 ? bytes.length : Math.floor(bytes.length * part);
      this.#files.set(name, Buffer.concat([before, bytes.subarray(0, length)]));
    });
  }

  truncate(name: string, length: number): void {
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

  /** Calls `write` with the part to write, from 0 to 1. Throws for the operation that fails. */
  #write(write: (part: number) => void): void {
    this.writes += 1;
    if (this.#hasFailed) throw new Error("EIO: i/o error");
    const { at, extent, isPermanent } = this.#failure ?? { at: 0, extent: "none", isPermanent: false };
    if (this.writes !== at) {
      write(1);
      return;
    }
    write({ none: 0, half: 0.5, whole: 1 }[extent]);
    this.#hasFailed = isPermanent;
    throw new Error("ENOSPC: no space left on device, write");
  }
}
