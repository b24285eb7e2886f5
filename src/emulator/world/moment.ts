import { z } from "zod";

export const millisecondsPerHour = 60 * 60 * 1000;
export const millisecondsPerDay = 24 * millisecondsPerHour;

/** The end of the emulator's time, early enough that anything scheduled then still has a four-digit year. */
export const endOfTime = Date.UTC(9000, 0, 1);
const lastMoment = Date.UTC(10_000, 0, 1) - 1;

/** The maximum time by which the clock is advanced at once: ten years, in milliseconds. */
export const maxAdvance = 3_653 * millisecondsPerDay;

/** A time in milliseconds since 1970 UTC. */
export const moment = z
  .number()
  .min(0)
  .max(lastMoment, "must be a time from 1970 to 9999, in milliseconds since 1970 UTC");

/** A time on the emulator's clock. */
export const clockTime = moment.max(endOfTime, "must be a time before the year 9000");
