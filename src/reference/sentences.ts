/** The sentences of a text. A period within a word, as in `1.5h`, does not end a sentence. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z`])/).filter(Boolean);
}

/** A sentence as part of a line: `Default: none.` → `default: none` */
export function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
