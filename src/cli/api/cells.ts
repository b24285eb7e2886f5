import { printable } from "../../printable";
import { isRecord } from "../../unknown";

/** The value at a path in a response: `backups.schedule.day`. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((parent, name) => (isRecord(parent) ? parent[name] : undefined), value);
}

/** A value in one line, with control characters escaped. */
export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null);
  const text = isPlainList
    ? value.join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return printable(text);
}

/** Width in characters. */
export const widthOf = (cell: string): number => [...cell].length;

export function truncate(cell: string, maxWidth: number): string {
  const characters = [...cell];
  return characters.length > maxWidth ? `${characters.slice(0, maxWidth - 1).join("")}…` : cell;
}

export function pad(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(width - widthOf(cell), 0));
}
