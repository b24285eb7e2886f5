import { z } from "zod";
import { accountRecord } from "./account-records";
import { clockTime } from "./moment";
import { savedShape, writtenShape } from "./table-set";
import { accountTables, sharedTables } from "./tables";
import { timelineEntry } from "./timeline-entry";

/** What one account has, and the public images as it sees them. */
const accountState = z.object({ account: accountRecord, ...savedShape(accountTables) });

/** A whole world as plain JSON: what all accounts share, the first account, and the others. */
export const worldState = z.object({
  version: z.literal(1),
  /** The brand whose names its image ids, scopes and grants have. */
  brand: z.string(),
  /** The moment at which it was saved, in milliseconds since 1970 UTC. */
  time: clockTime,
  /** The last number used, by counter: no id is used twice. */
  numbers: z.record(z.string(), z.int()),
  ...savedShape(sharedTables),
  timeline: z.array(timelineEntry),
  ...accountState.shape,
  other_accounts: z.array(accountState).default([]),
});

/** A world as a person may write it, in place of one that was exported. */
export const writtenWorldState = worldState.extend({
  ...writtenShape(sharedTables),
  ...writtenShape(accountTables),
  other_accounts: z.array(accountState.extend(writtenShape(accountTables))).default([]),
});

export type AccountState = z.output<typeof accountState>;
export type WorldState = z.output<typeof worldState>;
