import type { Clock } from "../../clock";

/** In milliseconds. */
const minInterval = 1000;
const maxInterval = 10_000;

/** The interval between two polls, as a fraction of the time waited so far. */
export const pollRate = {
  /** Other work waits for the result. */
  normal: 0.05,
  /** Only the state waits for the result, so fewer calls matter more than an early result. */
  relaxed: 0.25,
} as const;

/**
 * Milliseconds until the next poll: a fraction of the time waited so far, from 1 s to 10 s. Up to a quarter is added at random, so waits
 * that began together drift apart.
 */
export function pollInterval(waited: number, clock: Clock, rate: number = pollRate.normal): number {
  const from = Math.min(Math.max(waited * rate, minInterval), maxInterval * 0.8);
  const to = Math.min(from * 1.25, maxInterval);
  return from + (to - from) * clock.random();
}
