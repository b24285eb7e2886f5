/** The start of a text, with the number of characters left out. Never splits a character. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  return `${kept}… (${text.length - kept.length} more characters)`;
}
