/** A table. Cells are Markdown; vertical bars in them are escaped. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  return [headings, headings.map(() => "---"), ...escaped].map(line).join("");
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Parts of a page, with an empty line between them. Empty parts are omitted. */
export function page(...parts: readonly string[]): string {
  return `${blocks(...parts)}\n`;
}

export function blocks(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
}

export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** The anchor of a heading, as GitHub and the site generate it. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** `OAuthClient` → `oauth-client`, `getOAuthClients` → `get-oauth-clients`. */
export function kebabCase(name: string): string {
  return name
    .replace("OAuth", "Oauth")
    .replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? "-" : ""}${letter.toLowerCase()}`);
}
