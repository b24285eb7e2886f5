import type { Runtime } from "../runtime";

/** Planned transitions that are outdated change nothing. At most this many of them are skipped. */
const maxSteps = 10_000;

/**
 * Advances the clock to the next planned transition that changes something. Returns whether there was one. Throws a `RangeError`
 * when it is more than ten years away.
 */
export function stepClock(runtime: Runtime): boolean {
  const { observations, clock } = runtime;
  for (let steps = 0; steps < maxSteps; steps++) {
    const next = runtime.world.timeline.next();
    if (next === undefined) return false;
    const before = observations.changes;
    runtime.advance(Math.max(0, next - clock.now()));
    if (observations.changes !== before) return true;
  }
  return false;
}
