import { allOperations } from "../../contract";

/** The name of receiving an image's data in fault rules and the request log. The contract has no such operation. */
export const receiveOperation = "images.data";

/** The operations into whose calls faults can be injected. */
export const operationNames: readonly string[] = [
  ...allOperations.map(({ name }) => name),
  receiveOperation,
].sort();

const patterns: ReadonlySet<string> = new Set([
  "*",
  ...operationNames,
  ...operationNames.map((name) => `${name.slice(0, name.indexOf("."))}.*`),
]);

/** Whether a fault rule that names this operation applies to any call. */
export function isOperationPattern(text: string): boolean {
  return patterns.has(text);
}
