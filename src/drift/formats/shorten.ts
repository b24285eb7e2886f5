/** The start of a string, with the number of omitted characters. Never splits a character. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  return `${kept}… (${text.length - kept.length} more characters)`;
}
