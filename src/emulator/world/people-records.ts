import { z } from "zod";
import { moment } from "./moment";

/** The records of logins, maintenances and transfers between accounts. Times are in milliseconds since 1970 UTC. */
const id = z.int().min(1);

export const loginRecord = z.object({
  id,
  datetime: moment,
  ip: z.string(),
  /** Whether the user was restricted at that time. */
  restricted: z.boolean(),
  username: z.string(),
});

export const maintenanceRecord = z.object({
  id,
  instance_id: id,
  reason: z.string(),
  /** `pending` until it starts, `started` until it ends. */
  status: z.enum(["pending", "started"]),
  type: z.string(),
  when: moment,
});

/** Accounts are identified by their numbers. 1 is the first account. */
export const entityTransferRecord = z.object({
  token: z.guid(),
  instances: z.array(id),
  created: moment,
  updated: moment,
  expiry: moment,
  status: z.enum(["accepted", "cancelled", "completed", "failed", "pending", "stale"]),
  sender: id,
  /** The user who created it. */
  sent_by: z.string(),
  /** The account that accepted it, and its user. */
  receiver: id.nullable(),
  received_by: z.string().nullable(),
});

export type LoginRecord = z.output<typeof loginRecord>;
export type MaintenanceRecord = z.output<typeof maintenanceRecord>;
export type EntityTransferRecord = z.output<typeof entityTransferRecord>;
