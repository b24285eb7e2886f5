import { z } from "zod";
import { moment } from "./moment";

/** A planned transition, with the values that show whether it is outdated. */
const due = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("instance"), instance_id: z.int(), epoch: z.int() }),
  z.object({ kind: z.literal("watchdog"), instance_id: z.int(), epoch: z.int() }),
  z.object({ kind: z.literal("image"), image_id: z.string(), turn: z.string(), epoch: z.int() }),
  z.object({ kind: z.literal("paymentMethod"), payment_method_id: z.int() }),
  z.object({
    kind: z.literal("monthEnd"),
    euuid: z.string().describe("The `euuid` that the account had when the entry was planned."),
    account: z
      .int()
      .min(1)
      .exactOptional()
      .describe("The account's number. Absent if `euuid` identifies the account."),
  }),
  z.object({
    kind: z.literal("backup"),
    backup_id: z.int(),
    status: z.string().describe("The backup leaves this status if it still has it."),
  }),
  z.object({ kind: z.literal("backupsEnabled"), instance_id: z.int(), service: z.int() }),
  z.object({ kind: z.literal("automaticBackup"), instance_id: z.int(), service: z.int() }),
  z.object({ kind: z.literal("maintenance"), maintenance_id: z.int() }),
  z.object({ kind: z.literal("transferExpiry"), token: z.string() }),
  z.object({ kind: z.literal("transferCompletion"), token: z.string() }),
]);
export const timelineEntry = z.object({ at: moment, order: z.int(), due });

export type DueTransition = z.output<typeof due>;
export type TimelineEntry = z.output<typeof timelineEntry>;
