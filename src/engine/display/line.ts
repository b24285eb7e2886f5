import { printable } from "../../printable";
import { columnsOf, truncate } from "./columns";

export type Color = "green" | "yellow" | "red" | "magenta" | "cyan" | "dim";

/** A part of a line that has one color. */
export interface Part {
  readonly text: string;
  readonly color?: Color | undefined;
}

/** One line of output. Its text may come from any source: `renderLine` makes it safe for a terminal. */
export type Line = readonly Part[];

export function line(text: string, color?: Color): Line {
  return [{ text, color }];
}

export function indent(prefix: string, lines: readonly Line[]): readonly Line[] {
  return lines.map((parts) => [{ text: prefix }, ...parts]);
}

/** Splits a string into lines. The lines after the first begin with `more`. */
export function textLines(text: string, color?: Color, more = "  "): readonly Line[] {
  const [first = "", ...rest] = text.trimEnd().split(/\r?\n/);
  return [line(first, color), ...rest.map((other) => line(`${more}${other}`, color))];
}

/** Renders the line for printing, truncated to `columns` if given. */
export function renderLine(
  parts: Line,
  options: { readonly color: boolean; readonly columns?: number },
): string {
  let left = options.columns ?? Number.POSITIVE_INFINITY;
  let rendered = "";
  for (const { text, color } of parts) {
    const shown = truncate(printable(text), left);
    left -= columnsOf(shown);
    rendered +=
      options.color && color && shown.trim() !== "" ? `\u001b[${codes[color]}m${shown}\u001b[0m` : shown;
    if (left <= 0) break;
  }
  return rendered.trimEnd();
}

const codes: Readonly<Record<Color, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  magenta: 35,
  cyan: 36,
  dim: 2,
};
