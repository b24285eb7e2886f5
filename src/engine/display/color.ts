import type { Line } from "./lines";
import type { Color } from "./words";

const codes: Readonly<Record<Color, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  magenta: 35,
  cyan: 36,
  dim: 2,
};

export function paint(line: Line, color: boolean): string {
  return color && line.color ? `\u001b[${codes[line.color]}m${line.text}\u001b[0m` : line.text;
}
