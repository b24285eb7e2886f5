import { nextTurn } from "../clock";
import type { Runtime } from "./runtime";

const maxSlice = 24 * 60 * 60 * 1000;
const minSlice = 1000;
/** Roughly as many transitions as can be carried out in a few milliseconds. */
const transitionsPerSlice = 200;

/**
 * Advances the clock in slices and serves other callers between them, because years of a large world take minutes. Throws a
 * `RangeError` for an invalid duration. When a slice cannot be saved, the clock stays at the slice before.
 */
export async function advanceInSlices(runtime: Runtime, milliseconds: number): Promise<void> {
  runtime.clock.checkAdvance(milliseconds);
  let slice = maxSlice;
  for (let left = milliseconds; left > 0; ) {
    const step = Math.min(left, slice);
    const transitions = runtime.advance(step);
    left -= step;
    if (transitions > transitionsPerSlice) slice = Math.max(minSlice, slice / 2);
    else if (transitions < transitionsPerSlice / 4) slice = Math.min(maxSlice, slice * 2);
    await nextTurn();
  }
}
