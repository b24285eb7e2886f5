import { stripVTControlCharacters } from "node:util";

/**
 * Characters that a terminal interprets instead of printing, and invisible ones that change the reading direction or hide text. Two
 * invisible ones are allowed: they join emoji and letters.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** In JSON, an escaped character means the same, so all of them are escaped except the line feeds between values. */
const unprintableInJson = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu;

/** Makes one line of untrusted text safe to print: removes colors and escapes all other characters that a terminal would interpret. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll("\t", "    ").replace(unprintable, escapeUnits);
}

/** Makes untrusted text of any number of lines safe to print. */
export function printableText(text: string): string {
  return text.split(/\r?\n/).map(printable).join("\n");
}

/** Makes JSON safe to print. It stays valid and keeps its meaning. */
export function printableJson(json: string): string {
  return json.replace(unprintableInJson, escapeUnits);
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
