import { z } from "zod";

const dayLength = 24 * 60 * 60 * 1000;

/** The end of the emulator's time. What is planned after it can still be written as a date of four digits. */
export const lastMoment = Date.UTC(9000, 0, 1);

/** So much time passes at once at most: ten years, in milliseconds. */
export const maxPassing = 3_653 * dayLength;

/** Milliseconds since 1970 UTC. */
export const moment = z
  .number()
  .min(0)
  .max(lastMoment, "must be a moment from 1970 to 9000, in milliseconds since 1970 UTC");
