import { z } from "zod";
import { accountRecord } from "./account-records";
import { inputAccounts, inputRows, smallRecord } from "./input-rows";
import { clockTime } from "./moment";
import { inputShape, savedShape } from "./table-set";
import { accountTables, sharedTables } from "./tables";
import { timelineEntry } from "./timeline-entry";
import { writtenAccount } from "./written-dollars";

/** More than there are kinds of ids. */
const maxCounters = 1000;

/** The records of one account, and the public images as it sees them. */
const savedAccount = z.object({ account: accountRecord, ...savedShape(accountTables) });

/** A whole world as plain JSON: the data that all accounts share, the first account, and the others. */
export const savedWorld = z.object({
  version: z.literal(1),
  brand: z.string().describe("The brand whose names its image ids, scopes and grants have."),
  time: clockTime.describe("The moment at which it was saved, in milliseconds since 1970 UTC."),
  numbers: z.record(z.string(), z.int()).describe("The last number used, by counter: no id is used twice."),
  ...savedShape(sharedTables),
  timeline: z.array(timelineEntry),
  ...savedAccount.shape,
  other_accounts: z.array(savedAccount).default([]),
});

/** A world that a person may have written, in place of an exported one. */
export const inputWorld = savedWorld.extend({
  account: writtenAccount,
  numbers: smallRecord(z.int(), maxCounters),
  timeline: inputRows(timelineEntry),
  ...inputShape(sharedTables),
  ...inputShape(accountTables),
  other_accounts: inputAccounts(
    savedAccount.extend({ account: writtenAccount, ...inputShape(accountTables) }),
  ).default([]),
});

export type SavedAccount = z.output<typeof savedAccount>;
