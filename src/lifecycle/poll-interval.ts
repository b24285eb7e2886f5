import type { Clock } from "../clock";

const shortest = 1000;
const longest = 10_000;

/** Of the time waited so far, the part after which the next poll comes. */
export const pollRate = {
  /** Something waits for the result. */
  normal: 0.05,
  /** Nothing but the state waits for it: fewer calls count for more than the moment. */
  relaxed: 0.25,
} as const;

/**
 * Milliseconds until the next poll of a wait: 5 % of the time waited so far, or as much as is given, from 1 s to 10 s. Up to
 * a quarter more is left to chance, at the longest too, so that waits that began together drift apart.
 */
export function pollInterval(waited: number, clock: Clock, part: number = pollRate.normal): number {
  const from = Math.min(Math.max(waited * part, shortest), longest * 0.8);
  const to = Math.min(from * 1.25, longest);
  return from + (to - from) * clock.random();
}
