import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { type Check, warning } from "./check";

/** In milliseconds. Printing an error takes less than one. */
const printTimeout = 1000;

/** A line as in the SDK's source maps. */
const frame = "at run (/project/node_modules/@scope/file.ts:1:1)";

/**
 * Warns if this Node.js cannot print the error of a program. Versions 20.20 and 22.23 never return from that: the SDK prints errors in colors,
 * and marks each package in their stack traces. The embedded engine avoids it, the Pulumi CLI does not.
 */
export function checkErrorPrinting(print: typeof inspect = inspect): readonly Check[] {
  const error = Object.assign(new Error("An error"), { stack: `Error: An error\n    ${frame}` });
  try {
    runInNewContext("print()", { print: () => print(error, { colors: true }) }, { timeout: printTimeout });
    return [];
  } catch {
    return [
      warning(
        "Node.js",
        `${process.versions.node} never finishes printing some errors: under the Pulumi CLI, a program that throws runs forever, and its memory grows.`,
        "Use Node.js 24, or --engine embedded.",
      ),
    ];
  }
}
