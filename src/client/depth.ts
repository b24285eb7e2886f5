/** The maximum nesting of a body. The interface's own bodies have about ten levels; recursive functions overflow at around ten thousand. */
export const maxDepth = 200;

/** Whether a JSON string is nested more deeply than `maxDepth`, without parsing it. */
export function isTextTooDeep(text: string): boolean {
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
