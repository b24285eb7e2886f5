import type { Range } from "./decoded-text";

/** A short needle is found by its first bytes. */
const headLength = 3;
/** A long needle is indexed by windows of its bytes. A fragment of `minFragment` bytes contains at least one whole window. */
const windowLength = 12;
const minFragment = 2 * windowLength - 1;

/** Byte strings that are searched for all at once. */
export class Needles {
  readonly #all = new Set<string>();
  /** Marks the pairs of bytes that a needle or a window begins with. Most positions are skipped by this alone. */
  readonly #startPairs = new Uint8Array(65_536);
  readonly #byHead = new Map<string, string[]>();
  readonly #byWindow = new Map<string, { readonly needle: string; readonly at: number }[]>();

  #minLength = Number.POSITIVE_INFINITY;

  /** The length of the shortest needle in bytes. Infinity if there is none. */
  get minLength(): number {
    return this.#minLength;
  }

  /** A needle of fewer than three bytes is ignored. */
  add(needle: string): void {
    if (needle.length < headLength || this.#all.has(needle)) return;
    this.#all.add(needle);
    this.#minLength = Math.min(this.#minLength, needle.length);
    if (needle.length <= minFragment) {
      this.#index(this.#byHead, needle.slice(0, headLength), needle);
      return;
    }
    const last = needle.length - windowLength;
    for (let at = 0; at < last; at += windowLength) this.#indexWindow(needle, at);
    this.#indexWindow(needle, last);
  }

  /** Yields where the bytes contain a needle or a fragment of a long one. */
  *find(bytes: string): Generator<Range> {
    // Windows within a found fragment would only find it again.
    let windowsFrom = 0;
    for (let at = 0; at + headLength <= bytes.length; at++) {
      if (this.#startPairs[pairAt(bytes, at)] === 0) continue;
      for (const needle of this.#byHead.get(bytes.slice(at, at + headLength)) ?? []) {
        if (bytes.startsWith(needle, at)) yield [at, at + needle.length];
      }
      if (at < windowsFrom || this.#byWindow.size === 0) continue;
      for (const window of this.#byWindow.get(bytes.slice(at, at + windowLength)) ?? []) {
        const [from, to] = extendMatch(bytes, at, window.needle, window.at);
        if (to - from < minFragment) continue;
        yield [from, to];
        windowsFrom = Math.max(windowsFrom, to - windowLength + 1);
      }
    }
  }

  #indexWindow(needle: string, at: number): void {
    this.#index(this.#byWindow, needle.slice(at, at + windowLength), { needle, at });
  }

  #index<T>(index: Map<string, T[]>, key: string, value: T): void {
    const known = index.get(key);
    if (known) known.push(value);
    else index.set(key, [value]);
    this.#startPairs[pairAt(key, 0)] = 1;
  }
}

function pairAt(bytes: string, at: number): number {
  return ((bytes.charCodeAt(at) & 0xff) << 8) | (bytes.charCodeAt(at + 1) & 0xff);
}

/** Extends a common window to the longest range that the bytes and the needle have in common. */
function extendMatch(bytes: string, at: number, needle: string, inNeedle: number): Range {
  let before = 0;
  while (before < at && before < inNeedle && bytes[at - before - 1] === needle[inNeedle - before - 1])
    before++;
  let after = windowLength;
  while (
    at + after < bytes.length &&
    inNeedle + after < needle.length &&
    bytes[at + after] === needle[inNeedle + after]
  )
    after++;
  return [at - before, at + after];
}
