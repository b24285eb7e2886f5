import { type DecodedText, decodedFrom } from "./decoded-text";

/** Base64 and base64url, in one or more lines. */
const base64Run = /[A-Za-z0-9+/_-]{4,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*/g;
const hexRun = /[0-9A-Fa-f](?:[ :]?[0-9A-Fa-f]){5,}/g;
/** Bytes in decimal, as JSON and `util.inspect` write buffers and typed arrays. */
const decimalRun = /\d{1,3}(?:,\s*\d{1,3}){2,}/g;

/** The number of a card in groups, as it is printed on the card. Dates have shorter groups. */
const groupedDigits = /\d{4}(?:[ -]\d{4,6}){2,4}(?:[ -]\d{1,3})?/g;

/**
 * Decodes each part of a string that may be base64, hexadecimal, a list of bytes or the number of a card in groups. The start of the encoded
 * bytes is unknown, so each part is decoded once for every alignment. Parts that decode to fewer than `minLength` bytes are omitted.
 */
export function* decodeRuns(encoded: DecodedText, minLength: number): Generator<DecodedText> {
  const { bytes } = encoded;
  for (const [{ length }, from] of runsOf(bytes, base64Run)) {
    if (length * 3 < minLength * 4) continue;
    for (let phase = 0; phase < 4; phase++) yield decodeBase64(encoded, from + phase, from + length);
  }
  for (const [run, from] of runsOf(bytes, hexRun)) {
    if (run.length < minLength * 2) continue;
    const digits = positionsOf(run, /[0-9A-Fa-f]/g, from);
    for (let phase = 0; phase < 2; phase++) yield decodeHex(encoded, digits.slice(phase));
  }
  for (const [run, from] of runsOf(bytes, decimalRun)) yield decodeDecimals(encoded, run, from);
  for (const [run, from] of runsOf(bytes, groupedDigits)) {
    const starts = positionsOf(run, /\d/g, from);
    const ends = starts.map((start) => start + 1);
    yield decodedFrom(encoded, run.replace(/[ -]/g, ""), starts, ends);
  }
}

function* runsOf(bytes: string, pattern: RegExp): Generator<readonly [run: string, from: number]> {
  for (const match of bytes.matchAll(pattern)) yield [match[0], match.index];
}

function positionsOf(text: string, pattern: RegExp, offset: number): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index + offset);
}

function decodeBase64(encoded: DecodedText, from: number, to: number): DecodedText {
  const text = encoded.bytes.slice(from, to);
  let digits: readonly number[] | undefined;
  return {
    bytes: Buffer.from(text, "base64").toString("latin1"),
    // A byte shares its first or last digit with the byte next to it.
    locate: (first, last) => {
      digits ??= positionsOf(text, /[^\r\n]/g, from);
      const start = digits[Math.floor((first * 4) / 3)] ?? from;
      const end = digits[Math.ceil((last * 4) / 3) - 1] ?? to - 1;
      return encoded.locate(start, end + 1);
    },
  };
}

function decodeHex(encoded: DecodedText, digits: readonly number[]): DecodedText {
  const pairs = Math.floor(digits.length / 2);
  const starts = Array.from({ length: pairs }, (_, at) => digits[2 * at] ?? 0);
  const ends = Array.from({ length: pairs }, (_, at) => (digits[2 * at + 1] ?? 0) + 1);
  const text = starts
    .map((start, at) => `${encoded.bytes[start]}${encoded.bytes[(ends[at] ?? 1) - 1]}`)
    .join("");
  return decodedFrom(encoded, Buffer.from(text, "hex").toString("latin1"), starts, ends);
}

function decodeDecimals(encoded: DecodedText, run: string, from: number): DecodedText {
  const numbers = [...run.matchAll(/\d+/g)];
  const starts = numbers.map((match) => match.index + from);
  const ends = numbers.map((match) => match.index + from + match[0].length);
  const bytes = numbers.map(([digits]) => String.fromCharCode(Number(digits) & 0xff)).join("");
  return decodedFrom(encoded, bytes, starts, ends);
}
