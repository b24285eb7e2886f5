/** The maximum nesting of a body. The interface's own bodies have about ten levels; recursive functions overflow at around ten thousand. */
export const maxDepth = 200;

/** Whether a JSON string is nested more deeply than `maxDepth`, without parsing it. */
export function isTextTooDeep(text: string): boolean {
  // Few bodies have that many brackets at all.
  if (countOf(text, "[") + countOf(text, "{") <= maxDepth) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += letter === "\\" ? 1 : 0;
    else if (letter === "[" || letter === "{") {
      if (++depth > maxDepth) return true;
    } else if (letter === "]" || letter === "}") depth--;
  }
  return false;
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count++;
  return count;
}

/** Whether a value is nested more deeply than `maxDepth`, or contains itself. */
export function isTooDeep(value: unknown): boolean {
  let nested: readonly object[] = [value].filter(isContainer);
  for (let depth = 1; nested.length > 0; depth++) {
    if (depth > maxDepth) return true;
    nested = nested.flatMap((one): unknown[] => Object.values(one)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}
