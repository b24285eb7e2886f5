import type { Clock } from "../clock";

const shortest = 1000;
const longest = 10_000;

/**
 * Milliseconds until the next look of a wait: 5 % of the time waited so far, from 1 s to 10 s. Up to a quarter more is left to
 * chance, at the longest too, so that waits that began together drift apart.
 */
export function pauseBetweenLooks(waited: number, clock: Clock): number {
  const from = Math.min(Math.max(waited * 0.05, shortest), longest * 0.8);
  const to = Math.min(from * 1.25, longest);
  return from + (to - from) * clock.random();
}
