import { z } from "zod";
import { moment } from "../world/moment";

/** A date and time as an external change writes it: `2022-03-21T09:00:00`, with or without a zone. */
export const dateTimeInput = z.iso
  .datetime({ local: true, offset: true })
  .refine((text) => isMoment(momentOf(text)), "must be a time between 1970 and 9999");

/** Milliseconds since 1970 UTC of a date and time, which is UTC unless it has a zone; NaN for one that does not exist. */
export function momentOf(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
}

/** Whether the world can store a time in milliseconds since 1970 UTC. */
export function isMoment(milliseconds: number): boolean {
  return moment.safeParse(milliseconds).success;
}
