import { z } from "zod";
import { moment } from "./moment";

/** The records of logins, maintenance windows and transfers between accounts. Times are in milliseconds since 1970 UTC. */
const id = z.int().min(1);

export const loginRecord = z
  .object({
    id,
    datetime: moment,
    ip: z.string(),
    restricted: z.boolean().describe("Whether the user was restricted at that time."),
    username: z.string(),
  })
  .meta({ id: "LoginRecord" });

export const maintenanceRecord = z
  .object({
    id,
    instance_id: id,
    reason: z.string(),
    status: z.enum(["pending", "started"]).describe("`pending` until it starts, `started` until it ends."),
    type: z.string(),
    when: moment,
  })
  .meta({ id: "MaintenanceRecord" });

export const entityTransferRecord = z
  .object({
    token: z.guid(),
    instances: z.array(id),
    created: moment,
    updated: moment,
    expiry: moment,
    status: z.enum(["accepted", "cancelled", "completed", "failed", "pending", "stale"]),
    sender: id,
    sent_by: z.string().describe("The user who created it."),
    receiver: id.nullable().describe("The account that accepted it, and its user."),
    received_by: z.string().nullable(),
  })
  .meta({
    id: "EntityTransferRecord",
    description: "Accounts are identified by their numbers. 1 is the first account.",
  });

export type LoginRecord = z.output<typeof loginRecord>;
export type MaintenanceRecord = z.output<typeof maintenanceRecord>;
export type EntityTransferRecord = z.output<typeof entityTransferRecord>;
