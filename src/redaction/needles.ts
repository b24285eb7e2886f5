import type { Stretch } from "./view";

/** A short needle is found by its first bytes. */
const headLength = 3;
/** Of a longer one every stretch of at least `fragment` bytes is found, by one of the windows that it holds whole. */
const windowLength = 12;
const fragment = 2 * windowLength - 1;

/** Byte strings, all looked for at once. */
export class Needles {
  readonly #all = new Set<string>();
  /** Which pairs of bytes a needle or a window begins with: most places are passed over by this alone. */
  readonly #pairs = new Uint8Array(65_536);
  readonly #byHead = new Map<string, string[]>();
  readonly #byWindow = new Map<string, { readonly needle: string; readonly at: number }[]>();

  #shortest = Number.POSITIVE_INFINITY;

  /** How many bytes the shortest one has; without any, infinitely many. */
  get shortest(): number {
    return this.#shortest;
  }

  /** What is shorter than three bytes is never found. */
  add(needle: string): void {
    if (needle.length < headLength || this.#all.has(needle)) return;
    this.#all.add(needle);
    this.#shortest = Math.min(this.#shortest, needle.length);
    if (needle.length <= fragment) {
      this.#note(this.#byHead, needle.slice(0, headLength), needle);
      return;
    }
    const last = needle.length - windowLength;
    for (let at = 0; at < last; at += windowLength) this.#noteWindow(needle, at);
    this.#noteWindow(needle, last);
  }

  /** Where in the bytes a needle stands, or a fragment of one. */
  *find(bytes: string): Generator<Stretch> {
    // What lies within a fragment that has been found is not looked for again.
    let windowsFrom = 0;
    for (let at = 0; at + headLength <= bytes.length; at++) {
      if (this.#pairs[pairAt(bytes, at)] === 0) continue;
      for (const needle of this.#byHead.get(bytes.slice(at, at + headLength)) ?? []) {
        if (bytes.startsWith(needle, at)) yield [at, at + needle.length];
      }
      if (at < windowsFrom || this.#byWindow.size === 0) continue;
      for (const window of this.#byWindow.get(bytes.slice(at, at + windowLength)) ?? []) {
        const [from, to] = around(bytes, at, window.needle, window.at);
        if (to - from < fragment) continue;
        yield [from, to];
        windowsFrom = Math.max(windowsFrom, to - windowLength + 1);
      }
    }
  }

  #noteWindow(needle: string, at: number): void {
    this.#note(this.#byWindow, needle.slice(at, at + windowLength), { needle, at });
  }

  #note<T>(index: Map<string, T[]>, key: string, value: T): void {
    const known = index.get(key);
    if (known) known.push(value);
    else index.set(key, [value]);
    this.#pairs[pairAt(key, 0)] = 1;
  }
}

function pairAt(bytes: string, at: number): number {
  return ((bytes.charCodeAt(at) & 0xff) << 8) | (bytes.charCodeAt(at + 1) & 0xff);
}

/** The longest stretch around a place that the bytes and the needle have in common. */
function around(bytes: string, at: number, needle: string, inNeedle: number): Stretch {
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
