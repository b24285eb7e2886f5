import { printableJson } from "../../printable";
import type { Output } from "./context";

export async function writeJson(output: Output, value: unknown): Promise<void> {
  await output.write(`${format(value)}\n`);
}

/** Writes one JSON list, each item as soon as it is read. */
export async function writeJsonList(output: Output, items: AsyncIterable<unknown>): Promise<void> {
  let separator = "[\n";
  for await (const item of items) {
    await output.write(`${separator}${format(item).replace(/^/gm, "  ")}`);
    separator = ",\n";
  }
  await output.write(separator === "[\n" ? "[]\n" : "\n]\n");
}

function format(value: unknown): string {
  return printableJson(JSON.stringify(value, null, 2));
}
