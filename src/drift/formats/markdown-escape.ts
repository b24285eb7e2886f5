import { printable, printableText } from "../../printable";

/**
 * Untrusted text within a sentence or a cell. Entities keep it from being read as Markdown or HTML. A zero-width space keeps GitHub
 * from linking mentions, issues and addresses, which it does after reading Markdown.
 */
export function markdownText(text: string): string {
  return printable(text)
    .replace(/[&<>"'`*_~[\]()|\\#!@$^]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/&#(64|35);|:(?=\/\/)|\b(?:www|GH)(?=[.-])/gi, (start) => `${start}&#8203;`);
}

/** Untrusted text as code, in which GitHub links nothing. */
export function markdownCode(text: string): string {
  const shown = printable(text);
  if (shown.trim() === "") return `<code>${shown.replaceAll(" ", "&#160;")}</code>`;
  // Not every reader of tables agrees on how a bar is escaped in backticks.
  if (shown.includes("|")) return `<code>${markdownText(shown)}</code>`;
  const fence = fenceFor(shown, 1);
  const needsSpace = /^[` ]|[` ]$/.test(shown);
  return needsSpace ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}

/** Untrusted text of several lines as a block of code. */
export function markdownBlock(text: string, language: string): string {
  const shown = printableText(text.trimEnd());
  const fence = fenceFor(shown, 3);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** More backticks than the string contains in a row. */
function fenceFor(text: string, minLength: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(minLength, ...runs.map((run) => run.length + 1)));
}
