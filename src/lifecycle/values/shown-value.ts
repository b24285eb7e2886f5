const maxShownLength = 80;
const maxPathLength = 1000;

/** A value in a message, as JSON. A long one is truncated. */
export function shownValue(value: unknown, maxLength = maxShownLength): string {
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= maxLength) return text;
  // A string's own length, without quotes and escapes, is what rules about strings limit.
  const length = typeof value === "string" ? value.length : text.length;
  return `${text.slice(0, maxLength)}… (${length} characters)`;
}

/** The path of a file in a message. It is truncated if it cannot be one: a program may pass the content of a file instead. */
export function shownPath(path: string): string {
  return shownValue(path, maxPathLength);
}
