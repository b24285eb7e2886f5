import { mappedView, type View } from "./view";

/** Percent-encoding, once or more often: `%22`, `%2522`. */
const percentage = /%(?:25)*([0-9A-Fa-f]{2})/g;

/**
 * What JSON, JavaScript and `util.inspect` write with backslashes, once or more often: `\n`, `\\n`, `\u001b`, `\x1B`, a
 * quote. `util.inspect` goes on after a line break in a new string, on a new line.
 */
const backslashed =
  /\\+(?:u([0-9A-Fa-f]{4})(?:\\+u([Dd][C-Fc-f][0-9A-Fa-f]{2}))?|u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|([bfnrtv0])|(["'`/]))?/g;
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

/** The view without backslashes; the same one where it has none. Texts that differ in them alone become the same. */
export function withoutBackslashes(view: View): View {
  return view.bytes.includes("\\") ? undo(view, backslashed, characterOf, continuation) : view;
}

/** The view without percent-encoding; the same one where it has none. In a query a plus stands for a space. */
export function withoutPercentages(view: View): View {
  const plain = view.bytes.includes("%") ? undo(view, percentage, (match) => fromHex(match[1])) : view;
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

function undo(
  view: View,
  pattern: RegExp,
  character: (match: RegExpExecArray) => string,
  tail?: RegExp,
): View {
  const { bytes } = view;
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
    const decoded = character(match);
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
  return mappedView(view, parts.join(""), starts, ends);
}
