/** How many columns a printable string takes on a terminal. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + (isWide.test(grapheme) ? 2 : 1), 0);
}

/** Truncates a printable string to a number of columns. */
export function truncate(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let left = columns - 1;
  const kept = graphemesOf(text).filter((grapheme) => {
    left -= columnsOf(grapheme);
    return left >= 0;
  });
  return `${kept.join("")}…`;
}

const isWide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

function graphemesOf(text: string): readonly string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text),
    (part) => part.segment,
  );
}
