import { isRecord } from "../../contract";
import { printable } from "../../printable";

/** What stands at a place in an answer: `backups.schedule.day`. */
export function valueAt(value: unknown, place: string): unknown {
  return place
    .split(".")
    .reduce<unknown>((within, name) => (isRecord(within) ? within[name] : undefined), value);
}

/** A value in one line, fit for a terminal. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null);
  const text = isPlainList
    ? value.join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return printable(text);
}

/** How many letters a cell has. */
export const widthOf = (cell: string): number => [...cell].length;

export function cut(cell: string, longest: number): string {
  const letters = [...cell];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : cell;
}

export function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(width - widthOf(cell), 0));
}
