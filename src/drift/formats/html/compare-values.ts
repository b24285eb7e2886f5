import type { Finding } from "../../types.generated";
import { shorten } from "../shorten";
import { type Html, html } from "./markup";

/** The maximum length of a value that is shown in full. */
const maxLength = 20_000;

/** Two values side by side, with the lines marked that only one of them has. */
export function compareValues({ kind, declared, live, isSecret }: Finding): Html {
  const before = linesOf(declared, isSecret);
  const after = linesOf(live, isSecret);
  const heading = kind === "informational" ? "Last run" : "Declared";
  return html`<div class="compare">
<div class="side before"><h4>${heading}</h4><pre tabindex="0">${markedLines(before, after)}</pre></div>
<div class="side after"><h4>Live</h4><pre tabindex="0">${markedLines(after, before)}</pre></div>
</div>
`;
}

function linesOf(value: Finding["live"], isSecret: boolean): readonly string[] {
  if (isSecret) return ["[secret]"];
  if (value === null) return ["none"];
  return shorten(JSON.stringify(value, null, 2), maxLength).split("\n");
}

function markedLines(lines: readonly string[], others: readonly string[]): readonly Html[] {
  const withoutComma = (line: string) => line.replace(/,$/, "");
  const known = new Set(others.map(withoutComma));
  return lines.map((line, at) => {
    const end = at < lines.length - 1 ? "\n" : "";
    return known.has(withoutComma(line)) ? html`${line}${end}` : html`<mark>${line}</mark>${end}`;
  });
}
