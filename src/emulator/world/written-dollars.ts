import { z } from "zod";
import { accountRecord } from "./account-records";
import { usageRecord } from "./billing-records";
import { typeRecord } from "./records";

/** In US dollars. Up to this amount, the cents of sums are safe integers. */
export const maxDollars = 1_000_000_000;

/** US dollars in a loaded world. */
const dollars = z.number().min(-maxDollars).max(maxDollars);

/** The parts of records that are US dollars, as a person may write them. */
const price = z.object({ hourly: dollars, monthly: dollars });

export const writtenAccount = accountRecord.extend({
  balance: dollars.describe(accountRecord.shape.balance.description ?? ""),
});

export const writtenType = typeRecord.extend({ price, backups_price: price });

export const writtenUsage = usageRecord.extend({ price });
