import { setMaxListeners } from "node:events";
import { isRecord } from "../unknown";

/** Lets many calls share a signal. Each listens to it until it ends; from eleven calls on, Node.js would warn of a memory leak. */
export function allowManyCalls(signal: AbortSignal | undefined): void {
  // Not 0, which means the same: `getMaxListeners` throws for it in Node.js 20.
  if (signal instanceof AbortSignal) setMaxListeners(Number.POSITIVE_INFINITY, signal);
}

/** Whether a value is an AbortSignal. One of another realm, such as that of a test, is no instance of this one's `AbortSignal`. */
export function isSignal(value: unknown): boolean {
  return (
    isRecord(value) && typeof value.aborted === "boolean" && typeof value.addEventListener === "function"
  );
}
