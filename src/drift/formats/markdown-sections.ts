/** A part of a document that may be shortened. Without items it is omitted. */
export interface Section {
  readonly start: string;
  readonly items: readonly string[];
  readonly end: string;
  /** The share of the document that it may use. */
  readonly share: number;
  /** Describes the omitted items when only the first items are shown. */
  omitted(shown: number): string;
}

/** Room for the sentence about omitted items. */
const reserve = 1000;

/** Joins sections to a document that is shorter than `limit`, and lists at its end exactly what is omitted. */
export function fitSections(head: string, limit: number, sections: readonly Section[]): string {
  let document = head;
  const cuts: string[] = [];
  for (const section of sections) {
    const room = Math.min(limit * section.share, limit - reserve - document.length);
    const shown = countFitting(section.items, room - section.start.length - section.end.length);
    if (shown > 0) document += `${section.start}${section.items.slice(0, shown).join("")}${section.end}`;
    if (shown < section.items.length) cuts.push(section.omitted(shown));
  }
  if (cuts.length === 0) return document;
  return `${document}\nOmitted to fit into a comment: ${cuts.join("; ")}. The JSON and HTML reports have everything.\n`;
}

/** How many of the first items fit. */
function countFitting(items: readonly string[], room: number): number {
  let left = room;
  const tooLong = items.findIndex((item) => {
    left -= item.length;
    return left < 0;
  });
  return tooLong < 0 ? items.length : tooLong;
}
