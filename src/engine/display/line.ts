import { printable } from "../../printable";
import { columnsOf, truncate } from "./columns";

export type Color = "green" | "yellow" | "red" | "magenta" | "cyan" | "dim";

/** A piece of a line in one color. */
export interface Part {
  readonly text: string;
  readonly color?: Color | undefined;
}

/** One line of output. Its text may be anybody's: it becomes fit for a terminal when it is painted. */
export type Line = readonly Part[];

export function line(text: string, color?: Color): Line {
  return [{ text, color }];
}

export function indent(indent: string, lines: readonly Line[]): readonly Line[] {
  return lines.map((parts) => [{ text: indent }, ...parts]);
}

/** A text of several lines, the later ones further in. */
export function textLines(text: string, color?: Color, more = "  "): readonly Line[] {
  const [first = "", ...rest] = text.trimEnd().split(/\r?\n/);
  return [line(first, color), ...rest.map((other) => line(`${more}${other}`, color))];
}

/** The line as it is written. With `columns` it is cut to them. */
export function renderLine(
  parts: Line,
  options: { readonly color: boolean; readonly columns?: number },
): string {
  let room = options.columns ?? Number.POSITIVE_INFINITY;
  let painted = "";
  for (const { text, color } of parts) {
    const shown = truncate(printable(text), room);
    room -= columnsOf(shown);
    painted +=
      options.color && color && shown.trim() !== "" ? `\u001b[${codes[color]}m${shown}\u001b[0m` : shown;
    if (room <= 0) break;
  }
  return painted.trimEnd();
}

const codes: Readonly<Record<Color, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  magenta: 35,
  cyan: 36,
  dim: 2,
};
