import { type Brand, fieldsOf, itemOf, type Operation } from "../../contract";
import { printable } from "../../printable";
import { isRecord } from "../../unknown";
import { formatCell, pad, truncate, valueAt, widthOf } from "./cells";
import type { Output } from "./context";
import { wireName } from "./options";

/** The number of items from which the columns and their widths are chosen. */
const sampleSize = 200;
const maxCellWidth = 40;
const gap = "  ";

/**
 * Prints a list as a table. By default its columns are those that are not empty and, on a terminal, fit: single values first, then
 * lists. Nested objects appear only if `columns` names them.
 */
export async function writeTable(
  output: Output,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  operation: Operation,
  brand: Brand,
  columns?: readonly string[],
): Promise<void> {
  let sample: unknown[] = [];
  let formatRow: ((item: unknown) => string) | undefined;
  const writeSample = async () => {
    const layout = chooseLayout(sample, {
      columns,
      defaultColumns: defaultColumns(operation, brand),
      terminalWidth: output.width,
    });
    formatRow = layout.formatRow;
    await output.write(layout.header + sample.map(layout.formatRow).join(""));
    sample = [];
  };
  for await (const item of items) {
    if (formatRow) await output.write(formatRow(item));
    else if (sample.push(item) === sampleSize) await writeSample();
  }
  if (!formatRow) await writeSample();
}

/** Prints one response with a line for each field, nested fields by their paths. */
export async function writeFields(
  output: Output,
  response: unknown,
  columns?: readonly string[],
): Promise<void> {
  const paths = columns ?? pathsIn(response);
  const fields = paths.map((path) => ({ name: printable(path), value: formatCell(valueAt(response, path)) }));
  const width = fields.reduce((max, { name }) => Math.max(max, widthOf(name)), 0);
  const lines = fields.map(({ name, value }) => `${pad(name, width)}${gap}${value}`.trimEnd());
  await output.write(paths.length > 0 ? `${lines.join("\n")}\n` : "Done.\n");
}

function defaultColumns({ response }: Operation, brand: Brand): readonly string[] {
  const fields = fieldsOf(response);
  const isList = (one: (typeof fields)[number]) => itemOf(one.schema) !== undefined;
  const isObject = (one: (typeof fields)[number]) => fieldsOf(itemOf(one.schema) ?? one.schema).length > 0;
  const plain = fields.filter((field) => !isObject(field));
  return [...plain.filter((field) => !isList(field)), ...plain.filter(isList)].map((field) =>
    wireName(field, brand),
  );
}

interface Layout {
  readonly header: string;
  formatRow(item: unknown): string;
}

/** Chooses the columns and their widths from a sample of the items. Columns that the user names are neither dropped nor truncated. */
function chooseLayout(
  sample: readonly unknown[],
  {
    columns,
    defaultColumns,
    terminalWidth,
  }: {
    readonly columns?: readonly string[] | undefined;
    readonly defaultColumns: readonly string[];
    readonly terminalWidth: number | undefined;
  },
): Layout {
  const maxWidth = columns ? Number.POSITIVE_INFINITY : maxCellWidth;
  const cellOf = (item: unknown, column: string) => truncate(formatCell(valueAt(item, column)), maxWidth);
  const widths = new Map<string, number>();
  let remaining = columns ? Number.POSITIVE_INFINITY : (terminalWidth ?? Number.POSITIVE_INFINITY);
  for (const column of columns ?? defaultColumns) {
    const cells = sample.map((item) => widthOf(cellOf(item, column)));
    const isEmpty = sample.length > 0 && cells.every((width) => width === 0);
    if (isEmpty && !columns) continue;
    const width = cells.reduce((max, cell) => Math.max(max, cell), widthOf(printable(column)));
    if (width > remaining && widths.size > 0) continue;
    widths.set(column, width);
    remaining -= width + gap.length;
  }
  const formatLine = (cellIn: (column: string) => string) =>
    `${[...widths]
      .map(([column, width]) => pad(cellIn(column), width))
      .join(gap)
      .trimEnd()}\n`;
  return {
    header: formatLine(printable),
    formatRow: (item) => formatLine((column) => cellOf(item, column)),
  };
}

function pathsIn(value: unknown, prefix = ""): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, own]) =>
    isRecord(own) && Object.keys(own).length > 0 ? pathsIn(own, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}
