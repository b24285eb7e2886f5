import { type Brand, fieldsOf, isRecord, itemOf, type Operation } from "../../contract";
import { printable } from "../../printable";
import { cellOf, cut, padded, valueAt, widthOf } from "./cells";
import { wireName } from "./options";
import type { Output } from "./surroundings";

/** How many items decide which columns there are and how wide. */
const sample = 200;
const longestCell = 40;
const gap = "  ";

/**
 * Prints a list as a table. Without `columns` those are shown that hold something and, on a terminal, fit: plain values first,
 * then lists; nested objects are left to `columns`.
 */
export async function writeTable(
  output: Output,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  operation: Operation,
  brand: Brand,
  columns?: readonly string[],
): Promise<void> {
  let waiting: unknown[] = [];
  let row: ((item: unknown) => string) | undefined;
  const begin = async () => {
    const layout = layoutOf(waiting, {
      chosen: columns,
      usual: usualColumns(operation, brand),
      space: output.width,
    });
    row = layout.row;
    await output.write(layout.header + waiting.map(layout.row).join(""));
    waiting = [];
  };
  for await (const item of items) {
    if (row) await output.write(row(item));
    else if (waiting.push(item) === sample) await begin();
  }
  if (!row) await begin();
}

/** Prints one answer as a list of its fields, nested ones by their places. */
export async function writeFields(
  output: Output,
  answer: unknown,
  columns?: readonly string[],
): Promise<void> {
  const places = columns ?? placesIn(answer);
  const shown = places.map((place) => ({ name: printable(place), value: cellOf(valueAt(answer, place)) }));
  const width = shown.reduce((longest, { name }) => Math.max(longest, widthOf(name)), 0);
  const lines = shown.map(({ name, value }) => `${padded(name, width)}${gap}${value}`.trimEnd());
  await output.write(places.length > 0 ? `${lines.join("\n")}\n` : "Done.\n");
}

function usualColumns({ answer }: Operation, brand: Brand): readonly string[] {
  const fields = fieldsOf(answer);
  const isList = (one: (typeof fields)[number]) => itemOf(one.schema) !== undefined;
  const isObject = (one: (typeof fields)[number]) => fieldsOf(itemOf(one.schema) ?? one.schema).length > 0;
  const plain = fields.filter((field) => !isObject(field));
  return [...plain.filter((field) => !isList(field)), ...plain.filter(isList)].map((field) =>
    wireName(field, brand),
  );
}

interface Layout {
  readonly header: string;
  row(item: unknown): string;
}

/** Decides by some of the items which columns there are and how wide. What the user has chosen is shown whole. */
function layoutOf(
  items: readonly unknown[],
  {
    chosen,
    usual,
    space,
  }: {
    readonly chosen?: readonly string[] | undefined;
    readonly usual: readonly string[];
    readonly space: number | undefined;
  },
): Layout {
  const longest = chosen ? Number.POSITIVE_INFINITY : longestCell;
  const cell = (item: unknown, column: string) => cut(cellOf(valueAt(item, column)), longest);
  const widths = new Map<string, number>();
  let left = chosen ? Number.POSITIVE_INFINITY : (space ?? Number.POSITIVE_INFINITY);
  for (const column of chosen ?? usual) {
    const cells = items.map((item) => widthOf(cell(item, column)));
    const isEmpty = items.length > 0 && cells.every((width) => width === 0);
    if (isEmpty && !chosen) continue;
    const width = cells.reduce((longest, own) => Math.max(longest, own), widthOf(printable(column)));
    if (width > left && widths.size > 0) continue;
    widths.set(column, width);
    left -= width + gap.length;
  }
  const line = (cellIn: (column: string) => string) =>
    `${[...widths]
      .map(([column, width]) => padded(cellIn(column), width))
      .join(gap)
      .trimEnd()}\n`;
  return { header: line(printable), row: (item) => line((column) => cell(item, column)) };
}

function placesIn(value: unknown, before = ""): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, own]) =>
    isRecord(own) && Object.keys(own).length > 0 ? placesIn(own, `${before}${name}.`) : [`${before}${name}`],
  );
}
