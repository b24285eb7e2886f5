/**
 * The bytes of a string after decoding, each byte as one character with a code from 0 to 255. `locate` returns the range of the original
 * string that a range of these bytes comes from.
 */
export interface DecodedText {
  readonly bytes: string;
  readonly locate: (from: number, to: number) => Range;
}

/** `to` is exclusive. */
export type Range = readonly [from: number, to: number];

/** The UTF-8 bytes of the string itself. */
export function utf8Of(text: string): DecodedText {
  if (isAscii(text)) return { bytes: text, locate: (from, to) => [from, to] };
  const characters: number[] = [];
  let at = 0;
  for (const character of text) {
    for (let left = Buffer.byteLength(character); left > 0; left--) characters.push(at);
    at += character.length;
  }
  characters.push(at);
  return {
    bytes: Buffer.from(text).toString("latin1"),
    locate: (from, to) => [characters[from] ?? at, characters[to] ?? at],
  };
}

/** Decodes once more. The byte at index `i` was encoded in the bytes of `encoded` from `starts[i]` to `ends[i]` (exclusive). */
export function decodedFrom(
  encoded: DecodedText,
  bytes: string,
  starts: ArrayLike<number>,
  ends: ArrayLike<number>,
): DecodedText {
  return {
    bytes,
    locate: (from, to) => encoded.locate(starts[from] ?? 0, ends[to - 1] ?? encoded.bytes.length),
  };
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
