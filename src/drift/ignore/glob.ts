/**
 * Whether the whole string matches the pattern: `*` stands for any characters, `?` for one, and `\` takes the next character literally.
 * Case-sensitive. The running time is at most proportional to the product of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const parts = parseGlob(pattern);
  const characters = [...text];
  let part = 0;
  let at = 0;
  let lastStar: { readonly part: number; at: number } | undefined;
  while (at < characters.length) {
    const wanted = parts[part];
    if (wanted === anyCharacters) {
      lastStar = { part, at };
      part += 1;
    } else if (wanted === anyCharacter || (wanted !== undefined && wanted === characters[at])) {
      part += 1;
      at += 1;
    } else if (lastStar !== undefined) {
      lastStar.at += 1;
      part = lastStar.part + 1;
      at = lastStar.at;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === anyCharacters);
}

/** The pattern that matches only this string. */
export function literalGlob(text: string): string {
  return text.replace(/[\\*?]/g, "\\$&");
}

/** The start of every matching string. */
export function literalStart(pattern: string): string {
  const parts = parseGlob(pattern);
  const end = parts.findIndex((part) => typeof part !== "string");
  return (end < 0 ? parts : parts.slice(0, end)).map(String).join("");
}

const anyCharacters = Symbol("*");
const anyCharacter = Symbol("?");

type GlobPart = string | typeof anyCharacters | typeof anyCharacter;

function parseGlob(pattern: string): readonly GlobPart[] {
  const parts: GlobPart[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (isEscaped) {
      parts.push(character);
      isEscaped = false;
    } else if (character === "\\") isEscaped = true;
    else parts.push(wildcards.get(character) ?? character);
  }
  // A backslash at the end stands for itself.
  return isEscaped ? [...parts, "\\"] : parts;
}

const wildcards: ReadonlyMap<string, GlobPart> = new Map<string, GlobPart>([
  ["*", anyCharacters],
  ["?", anyCharacter],
]);
