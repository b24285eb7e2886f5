import { printableJson } from "../../printable";
import type { Output } from "./surroundings";

export async function writeJson(output: Output, value: unknown): Promise<void> {
  await output.write(`${textOf(value)}\n`);
}

/** One JSON list of all items, written as they come. */
export async function writeJsonList(output: Output, items: AsyncIterable<unknown>): Promise<void> {
  let before = "[\n";
  for await (const item of items) {
    await output.write(`${before}${textOf(item).replace(/^/gm, "  ")}`);
    before = ",\n";
  }
  await output.write(before === "[\n" ? "[]\n" : "\n]\n");
}

function textOf(value: unknown): string {
  return printableJson(JSON.stringify(value, null, 2));
}
