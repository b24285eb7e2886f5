import { nextTurn } from "../clock";
import type { Runtime } from "./runtime";

const maxSlice = 24 * 60 * 60 * 1000;
const minSlice = 1000;
/** Roughly as many transitions as can be carried out in a few milliseconds. */
const transitionsPerSlice = 200;

/**
 * Advances the clock in slices and serves other callers between them, because years of a large world take minutes. Throws a
 * `RangeError` for an invalid duration. When a slice cannot be saved, the clock stays at the slice before. Ends when the emulator is
 * closed.
 */
export async function advanceInSlices(runtime: Runtime, milliseconds: number): Promise<void> {
  const { clock } = runtime;
  clock.checkAdvance(milliseconds);
  const end = clock.now() + milliseconds;
  let slice = maxSlice;
  // Very many transitions may be due at one moment. The clock then falls behind by what is left of the slice.
  for (let left = milliseconds; left > 0 && !runtime.ended.aborted; left = end - clock.now()) {
    const transitions = runtime.advance(Math.min(left, slice), true);
    if (transitions > transitionsPerSlice) slice = Math.max(minSlice, slice / 2);
    else if (transitions < transitionsPerSlice / 4) slice = Math.min(maxSlice, slice * 2);
    await nextTurn();
  }
}
