/** Columns under their headings, two spaces apart. A row of a single cell may have any width. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  margin = "",
): string {
  const lines = [headings, ...rows];
  const complete = lines.filter((row) => row.length === headings.length);
  const widths = headings.map((_, column) => Math.max(...complete.map((row) => (row[column] ?? "").length)));
  const format = (row: readonly string[]) =>
    `${margin}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  return `${lines.map(format).join("\n")}\n`;
}

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How long ago, in the largest unit that fits: `3 hours ago`. */
export function ago(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? [];
  if (unit === undefined || length === undefined) return "now";
  const count = Math.trunc(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
