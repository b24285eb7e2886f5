import { z } from "zod";

const dayLength = 24 * 60 * 60 * 1000;

/** The end of the emulator's time. What is planned at it comes before the last moment that is a date of four digits. */
export const endOfTime = Date.UTC(9000, 0, 1);
const lastMoment = Date.UTC(10_000, 0, 1) - 1;

/** So much time passes at once at most: ten years, in milliseconds. */
export const maxPassing = 3_653 * dayLength;

/** Milliseconds since 1970 UTC. */
export const moment = z
  .number()
  .min(0)
  .max(lastMoment, "must be a moment from 1970 to 9999, in milliseconds since 1970 UTC");

/** A moment on the emulator's clock. */
export const clockTime = moment.max(endOfTime, "must be a moment before the year 9000");
