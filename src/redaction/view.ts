/**
 * A text as bytes (each a character of code 0 to 255), after an encoding has been undone. `place` tells where in the
 * text a stretch of these bytes stands.
 */
export interface View {
  readonly bytes: string;
  readonly place: (from: number, to: number) => Stretch;
}

/** From a position up to and without another. */
export type Stretch = readonly [from: number, to: number];

function bytesOf(text: string): string {
  return isAscii(text) ? text : Buffer.from(text).toString("latin1");
}

/** The text itself. */
export function plainView(text: string): View {
  if (isAscii(text)) return { bytes: text, place: (from, to) => [from, to] };
  const characters: number[] = [];
  let at = 0;
  for (const character of text) {
    for (let left = Buffer.byteLength(character); left > 0; left--) characters.push(at);
    at += character.length;
  }
  characters.push(at);
  return {
    bytes: bytesOf(text),
    place: (from, to) => [characters[from] ?? at, characters[to] ?? at],
  };
}

/** Another view of a view's bytes: `starts` has where each of its bytes begins there, and `ends` where it ends. */
export function mappedView(
  below: View,
  bytes: string,
  starts: ArrayLike<number>,
  ends: ArrayLike<number>,
): View {
  return {
    bytes,
    place: (from, to) => below.place(starts[from] ?? 0, ends[to - 1] ?? below.bytes.length),
  };
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
