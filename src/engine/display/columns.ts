/** How many columns a terminal gives a text that is printable. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + (wide.test(grapheme) ? 2 : 1), 0);
}

/** Cuts a printable text to a number of columns. */
export function truncate(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let room = columns - 1;
  const kept = graphemesOf(text).filter((grapheme) => {
    room -= columnsOf(grapheme);
    return room >= 0;
  });
  return `${kept.join("")}…`;
}

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

function graphemesOf(text: string): readonly string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text),
    (part) => part.segment,
  );
}
