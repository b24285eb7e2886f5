import type { VirtualClock } from "../src/clock";

/** Lets a millisecond pass whenever the clock has been read this many times, because on a real clock time passes while code runs. */
export function letTimePass(clock: VirtualClock, readsPerMillisecond: number): void {
  const stopped = clock.now.bind(clock);
  let reads = 0;
  clock.now = () => stopped() + Math.floor(reads++ / readsPerMillisecond);
}
