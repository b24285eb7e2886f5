import { setMaxListeners } from "node:events";

/** Lets many calls share a signal. Each listens to it until it ends; from eleven calls on, Node.js would warn of a memory leak. */
export function allowManyCalls(signal: AbortSignal | undefined): void {
  // Not 0, which means the same: `getMaxListeners` throws for it in Node.js 20.
  if (signal instanceof AbortSignal) setMaxListeners(Number.POSITIVE_INFINITY, signal);
}
