import { stripVTControlCharacters } from "node:util";

/**
 * What a terminal or a reader's eye would be led by instead of seeing it: control characters, and those without a shape that turn the
 * reading direction or hide text. Text joins emoji and letters with two of the latter.
 */
const acting = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** JSON loses nothing when all of them are spelled out; a line feed stands between its values only. */
const actingInJson = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu;

/** One line of other people's text: its colors are left out, and what else a terminal would obey is spelled out. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll("\t", "    ").replace(acting, escaped);
}

/** The same for a text of any number of lines. */
export function printableText(text: string): string {
  return text.split(/\r?\n/).map(printable).join("\n");
}

/** The same for JSON, which stays valid and means the same. */
export function printableJson(json: string): string {
  return json.replace(actingInJson, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
