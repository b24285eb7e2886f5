import { type DecodedText, decodedFrom } from "./decoded-text";

/** Percent-encoding, applied once or repeatedly: `%22`, `%2522`. */
const percentEscape = /%(?:25)*([0-9A-Fa-f]{2})/g;

/** The escapes of JSON, JavaScript and `util.inspect`, applied once or repeatedly: `\n`, `\\n`, `\u001b`, `\x1B`, a quote. */
const backslashEscape =
  /\\+(?:u([0-9A-Fa-f]{4})(?:\\+u([Dd][C-Fc-f][0-9A-Fa-f]{2}))?|u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|([bfnrtv0])|(["'`/]))?/g;
/** `util.inspect` ends the string at a line break and continues in another one: `"one\n" +` and, in the next line, `"two"`. */
const continuation = /\\*["'`] \+(?:\r?\n|\\+n)\s*\\*["'`]/y;

const letters: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  0: "\0",
};

/** Decodes backslash escapes, however often they were applied. Returns the same object if there are none. */
export function decodeBackslashes(encoded: DecodedText): DecodedText {
  return encoded.bytes.includes("\\") ? decode(encoded, backslashEscape, characterOf, continuation) : encoded;
}

/** Decodes percent-encoding, including that of a query, where a plus is a space. Returns the same object if there is none. */
export function decodePercent(encoded: DecodedText): DecodedText {
  const plain = encoded.bytes.includes("%")
    ? decode(encoded, percentEscape, (match) => fromHex(match[1]))
    : encoded;
  return plain.bytes.includes("+") ? { ...plain, bytes: plain.bytes.replaceAll("+", " ") } : plain;
}

function characterOf(match: RegExpExecArray): string {
  const [, unit, low, point, byte, letter, sign] = match;
  if (unit !== undefined) {
    const high = fromHex(unit).charCodeAt(0);
    const isPair = low !== undefined && high >= 0xd800 && high < 0xdc00;
    return utf8(isPair ? fromHex(unit) + fromHex(low) : fromHex(unit) + (low ? fromHex(low) : ""));
  }
  if (point !== undefined) return utf8(String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff)));
  if (byte !== undefined) return utf8(fromHex(byte));
  if (letter !== undefined) return letters[letter] ?? letter;
  return sign ?? "\\";
}

function fromHex(digits: string | undefined): string {
  return String.fromCharCode(Number.parseInt(digits ?? "0", 16));
}

function utf8(character: string): string {
  return Buffer.from(character).toString("latin1");
}

/** Replaces each match with what `decodeMatch` returns. If that is a line break, a match of `tail` right after it is dropped. */
function decode(
  encoded: DecodedText,
  pattern: RegExp,
  decodeMatch: (match: RegExpExecArray) => string,
  tail?: RegExp,
): DecodedText {
  const { bytes } = encoded;
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  const copy = (from: number, to: number) => {
    parts.push(bytes.slice(from, to));
    for (let at = from; at < to; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  let copied = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(bytes); match; match = pattern.exec(bytes)) {
    copy(copied, match.index);
    const decoded = decodeMatch(match);
    copied = pattern.lastIndex;
    if (tail && decoded === "\n") {
      tail.lastIndex = copied;
      if (tail.test(bytes)) copied = tail.lastIndex;
      pattern.lastIndex = copied;
    }
    parts.push(decoded);
    for (let left = decoded.length; left > 0; left--) {
      starts.push(match.index);
      ends.push(copied);
    }
  }
  copy(copied, bytes.length);
  return decodedFrom(encoded, parts.join(""), starts, ends);
}
