import { printableJson, printableText } from "../printable";

/** Prints text, with control characters escaped. */
export function print(text: string): void {
  process.stdout.write(printableText(text));
}

/** Prints text on standard error, with control characters escaped. */
export function printError(text: string): void {
  process.stderr.write(printableText(text));
}

export function printWarnings(warnings: readonly string[]): void {
  for (const warning of warnings) printError(`warning: ${warning}\n`);
}

/** Prints JSON text, with control characters escaped, so that it still parses to the same value. */
export function printJson(json: string): void {
  process.stdout.write(`${printableJson(json)}\n`);
}

/** Prints values that programs read: unchanged, except on a terminal. */
export function printVerbatim(text: string): void {
  process.stdout.write(process.stdout.isTTY ? printableText(text) : text);
}
