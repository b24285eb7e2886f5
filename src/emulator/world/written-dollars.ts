import { z } from "zod";
import { accountRecord } from "./account-records";
import { usageRecord } from "./billing-records";
import { typeRecord } from "./records";

const max = 1_000_000_000;

/** US dollars in a loaded world. Up to this amount, the cents of sums are safe integers. */
const dollars = z.number().min(-max).max(max);

/** The parts of records that are US dollars, as a person may write them. */
const price = z.object({ hourly: dollars, monthly: dollars });

export const writtenAccount = accountRecord.extend({
  balance: dollars.describe(accountRecord.shape.balance.description ?? ""),
});

export const writtenType = typeRecord.extend({ price, backups_price: price });

export const writtenUsage = usageRecord.extend({ price });
