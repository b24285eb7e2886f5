import type { Clock } from "../clock";

/**
 * Milliseconds until the next look of a wait: 5 % of the time waited so far, from 1 s to 10 s.
 * Up to a fifth is left to chance, at both ends too, so that waits that began together drift apart.
 */
export function pauseBetweenLooks(waited: number, clock: Clock): number {
  const base = Math.min(Math.max(waited * 0.05, 1000), 10_000);
  const shortest = Math.max(base * 0.8, 1000);
  const longest = Math.max(base, 1200);
  return shortest + (longest - shortest) * clock.random();
}
