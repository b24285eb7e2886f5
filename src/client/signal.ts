import { setMaxListeners } from "node:events";

/** Lets many calls share a signal. Each listens to it until it ends; from eleven calls on, Node.js would warn of a memory leak. */
export function allowManyCalls(signal: AbortSignal | undefined): void {
  // Not 0, which means the same: `getMaxListeners` throws for it in Node.js 20.
  if (signal instanceof AbortSignal) setMaxListeners(Number.POSITIVE_INFINITY, signal);
}

/**
 * Does work with a signal that is aborted when any of these is. `AbortSignal.any` would leave a few bytes at each of them for every call,
 * and they may live as long as the process.
 */
export async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length < 2) return work(given[0]);
  const either = new AbortController();
  const onAbort = () => either.abort();
  for (const signal of given) signal.addEventListener("abort", onAbort);
  try {
    if (given.some(({ aborted }) => aborted)) onAbort();
    return await work(either.signal);
  } finally {
    for (const signal of given) signal.removeEventListener("abort", onAbort);
  }
}
