import { writeFile } from "node:fs/promises";
import type { Binder, CallOptions } from "../../client/calls";
import type { Brand, NamedOperation } from "../../contract";
import { isRecord } from "../../unknown";
import type { Output } from "./context";
import { writeJson, writeJsonList } from "./json";
import { writeFields, writeTable } from "./table";

interface OutputFormat {
  readonly output: Output;
  readonly brand: Brand;
  readonly isTable: boolean;
  readonly columns: readonly string[] | undefined;
}

/** Calls an operation that answers a single object, prints it under its names in the service, and returns it. */
export async function printOne(
  { name, operation }: NamedOperation,
  args: object,
  { output, brand, isTable, columns }: OutputFormat,
  binder: Binder,
  options: CallOptions,
): Promise<unknown> {
  const answer = brand.toWire(operation.answer, await binder.call<object, unknown>(name)(args, options));
  await (isTable ? writeFields(output, answer, columns) : writeJson(output, answer));
  return answer;
}

/** Prints a list page by page, up to the limit. */
export async function printList(
  { name, operation }: NamedOperation,
  args: Readonly<Record<string, unknown>>,
  { output, brand, isTable, columns }: OutputFormat,
  binder: Binder,
  options: CallOptions & { readonly limit: number },
): Promise<void> {
  const { page: _page, page_size: _size, ...path } = args;
  const items = take(
    binder.listWithin<object, object, unknown>(name).all(path, options),
    options.limit,
    (item) => brand.toWire(operation.answer, item),
  );
  await (isTable ? writeTable(output, items, operation, brand, columns) : writeJsonList(output, items));
}

/** Prints the single page of `--page`; as JSON, with its `page`, `pages` and `results`. */
export async function printPage(
  { name, operation }: NamedOperation,
  args: object,
  { output, brand, isTable, columns }: OutputFormat,
  binder: Binder,
  options: CallOptions & { readonly limit: number },
): Promise<void> {
  const page = await binder.listWithin<object, object, unknown>(name)(args, options);
  const data = page.data.slice(0, options.limit).map((item) => brand.toWire(operation.answer, item));
  await (isTable
    ? writeTable(output, data, operation, brand, columns)
    : writeJson(output, { ...page, data }));
}

/** Calls an operation that answers bytes, and writes these to a file or to the output. */
export async function printBytes(
  { name }: NamedOperation,
  args: object,
  output: Output,
  file: string | undefined,
  binder: Binder,
  options: CallOptions,
): Promise<void> {
  const answer = await binder.call<object, unknown>(name)(args, options);
  if (!isRecord(answer) || !(answer.data instanceof Uint8Array)) return;
  await (file === undefined || file === "-" ? output.write(answer.data) : writeFile(file, answer.data));
}

async function* take<T, R>(
  items: AsyncIterable<T>,
  limit: number,
  convert: (item: T) => R,
): AsyncGenerator<R> {
  let count = 0;
  for await (const item of items) {
    yield convert(item);
    if (++count >= limit) return;
  }
}
