import { setImmediate } from "node:timers/promises";
import type { State } from "./state";

const longestSlice = 24 * 60 * 60 * 1000;
const shortestSlice = 1000;
/** So much comes due in a slice, roughly: a few milliseconds of work. */
const duePerSlice = 200;

/**
 * Lets time pass in slices and serves other callers between them: years of a large world take minutes.
 * Throws for a length that can't be; where a slice can't be kept, the time so far has passed.
 */
export async function passInSlices(state: State, milliseconds: number): Promise<void> {
  state.clock.check(milliseconds);
  let slice = longestSlice;
  for (let left = milliseconds; left > 0; ) {
    const step = Math.min(left, slice);
    const carriedOut = state.pass(step);
    left -= step;
    if (carriedOut > duePerSlice) slice = Math.max(shortestSlice, slice / 2);
    else if (carriedOut < duePerSlice / 4) slice = Math.min(longestSlice, slice * 2);
    await setImmediate();
  }
}
