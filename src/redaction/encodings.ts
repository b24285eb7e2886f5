import { mappedView, type View } from "./view";

/** Base64 and base64url, also folded into lines. */
const base64Run = /[A-Za-z0-9+/_-]{4,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*/g;
const hexRun = /[0-9A-Fa-f](?:[ :]?[0-9A-Fa-f]){5,}/g;
/** Bytes in decimal, as JSON and `util.inspect` write buffers and typed arrays. */
const decimalRun = /\d{1,3}(?:,\s*\d{1,3}){2,}/g;

/**
 * What stands in a view in base64, in hexadecimal or as a list of bytes: for each alignment it may have, the bytes.
 * What decodes to fewer than `shortest` bytes is left out.
 */
export function* decodedViews(view: View, shortest: number): Generator<View> {
  const { bytes } = view;
  for (const [run] of runs(bytes, base64Run)) {
    if ((run.to - run.from) * 3 < shortest * 4) continue;
    for (let phase = 0; phase < 4; phase++) yield base64View(view, run.from + phase, run.to);
  }
  for (const [run, text] of runs(bytes, hexRun)) {
    if (text.length < shortest * 2) continue;
    const digits = positions(text, /[0-9A-Fa-f]/g, run.from);
    for (let phase = 0; phase < 2; phase++) yield hexView(view, digits.slice(phase));
  }
  for (const [run, text] of runs(bytes, decimalRun)) yield decimalView(view, run.from, text);
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function* runs(bytes: string, pattern: RegExp): Generator<readonly [Run, string]> {
  for (const match of bytes.matchAll(pattern)) {
    yield [{ from: match.index, to: match.index + match[0].length }, match[0]] as const;
  }
}

function positions(text: string, pattern: RegExp, offset: number): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index + offset);
}

function base64View(view: View, from: number, to: number): View {
  const text = view.bytes.slice(from, to);
  let places: readonly number[] | undefined;
  return {
    bytes: Buffer.from(text, "base64").toString("latin1"),
    // A byte at the edge shares its character with its neighbour.
    place: (first, last) => {
      places ??= positions(text, /[^\r\n]/g, from);
      const start = places[Math.floor((first * 4) / 3)] ?? from;
      const end = places[Math.ceil((last * 4) / 3) - 1] ?? to - 1;
      return view.place(start, end + 1);
    },
  };
}

function hexView(view: View, digits: readonly number[]): View {
  const pairs = Math.floor(digits.length / 2);
  const starts = Array.from({ length: pairs }, (_, at) => digits[2 * at] ?? 0);
  const ends = Array.from({ length: pairs }, (_, at) => (digits[2 * at + 1] ?? 0) + 1);
  const text = starts.map((start, at) => `${view.bytes[start]}${view.bytes[(ends[at] ?? 1) - 1]}`).join("");
  return mappedView(view, Buffer.from(text, "hex").toString("latin1"), starts, ends);
}

function decimalView(view: View, offset: number, text: string): View {
  const numbers = [...text.matchAll(/\d+/g)];
  const starts = numbers.map((match) => match.index + offset);
  const ends = numbers.map((match) => match.index + offset + match[0].length);
  const bytes = numbers.map(([digits]) => String.fromCharCode(Number(digits) & 0xff)).join("");
  return mappedView(view, bytes, starts, ends);
}
