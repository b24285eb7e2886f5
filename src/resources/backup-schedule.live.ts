import { z } from "zod";
import type { Instance } from "../client";
import { scheduleIn } from "../client/backup-schedule";
import { integerId } from "../contract";
import type { LiveSchedule } from "./backup-schedule.fields";

/** The shape of the outputs of a schedule. */
export const scheduleResponse = z.object({
  id: integerId,
  enabled: z.boolean(),
  day: z.string().nullable(),
  window: z.string().nullable(),
  last_successful: z.string().nullable(),
});

/** The backup schedule of an instance. */
export function scheduleOf(instance: Instance): LiveSchedule {
  return {
    id: instance.id,
    enabled: instance.backups?.enabled ?? null,
    ...scheduleIn(instance),
    last_successful: instance.backups?.last_successful ?? null,
    created: instance.created ?? null,
    region: instance.region ?? null,
  };
}
