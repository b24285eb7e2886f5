import type { VirtualClock } from "../src/clock";

/**
 * Makes time pass as on a real clock: a millisecond whenever the clock has been read this many times, because code takes time, and timers
 * may fire a millisecond early, because they follow another clock of the system.
 */
export function letTimePass(clock: VirtualClock, readsPerMillisecond: number): void {
  const now = clock.now.bind(clock);
  const sleep = clock.sleep.bind(clock);
  let reads = 0;
  clock.now = () => now() + Math.floor(reads++ / readsPerMillisecond);
  clock.sleep = (ms, signal) => sleep(reads % 2 === 0 ? ms - 1 : ms, signal);
}
