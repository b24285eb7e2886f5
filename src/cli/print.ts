import { printableJson, printableText } from "../printable";

/** Prints text of whatever origin, fit for a terminal. */
export function print(text: string): void {
  process.stdout.write(printableText(text));
}

/** The same on the error output. */
export function complain(text: string): void {
  process.stderr.write(printableText(text));
}

/** Prints JSON text, which means the same afterwards. */
export function printJson(json: string): void {
  process.stdout.write(`${printableJson(json)}\n`);
}

/** Prints values that programs read: to the letter, except on a terminal. */
export function printExactly(text: string): void {
  process.stdout.write(process.stdout.isTTY ? printableText(text) : text);
}
