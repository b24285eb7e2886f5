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

/** Calls an operation that returns a single object, and returns it under its names in the service. */
export async function callOne(
  { name, operation }: NamedOperation,
  args: object,
  brand: Brand,
  binder: Binder,
  options: CallOptions,
): Promise<unknown> {
  return brand.toWire(operation.response, await binder.call<object, unknown>(name)(args, options));
}

export async function printOne(
  response: unknown,
  { output, isTable, columns }: Omit<OutputFormat, "brand">,
): Promise<void> {
  await (isTable ? writeFields(output, response, columns) : writeJson(output, response));
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
    (item) => brand.toWire(operation.response, item),
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
  const data = page.data.slice(0, options.limit).map((item) => brand.toWire(operation.response, item));
  await (isTable
    ? writeTable(output, data, operation, brand, columns)
    : writeJson(output, { ...page, data }));
}

/** Calls an operation that returns bytes, and writes them to a file or to standard output. */
export async function printBytes(
  { name }: NamedOperation,
  args: object,
  output: Output,
  file: string | undefined,
  binder: Binder,
  options: CallOptions,
): Promise<void> {
  const response = await binder.call<object, unknown>(name)(args, options);
  if (!isRecord(response) || !(response.data instanceof Uint8Array)) return;
  await (file === undefined || file === "-" ? output.write(response.data) : writeFile(file, response.data));
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
