import { z } from "zod";
import { moment } from "../world/moment";

/** A moment as somebody writes it for a happening: `2022-03-21T09:00:00`, with or without a zone. */
export const writtenMoment = z.iso
  .datetime({ local: true, offset: true })
  .refine((text) => moment.safeParse(momentOf(text)).success, "must be a moment from 1970 to 9999");

/** A written moment in milliseconds since 1970; without a zone it is UTC. NaN where there is none such. */
export function momentOf(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
}
