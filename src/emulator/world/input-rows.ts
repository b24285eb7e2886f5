import { z } from "zod";
import { isRecord } from "../../unknown";
import { countValues } from "../count-values";

/** After this many errors in one list, the rest of it is not checked. */
const maxIssues = 20;
/** More than an invoice with 20,000 items has. */
const maxValuesOfRecord = 200_000;

/**
 * A list of records from a loaded world. A million invalid records would result in as many errors, and take minutes. So the rest of the
 * list is not checked after some errors, and neither is a record with very many values.
 */
export function inputRows<R>(record: z.ZodType<R>): z.ZodType<R[]> {
  return checkedEach(record, maxValuesOfRecord);
}

/** Like `inputRows`, for accounts, whose own lists have bounds. */
export function inputAccounts<R>(account: z.ZodType<R>): z.ZodType<R[]> {
  return checkedEach(account, Number.POSITIVE_INFINITY);
}

function checkedEach<R>(record: z.ZodType<R>, maxValues: number): z.ZodType<R[]> {
  return z.array(z.unknown()).transform((rows, context) => {
    const read: R[] = [];
    for (const [index, row] of rows.entries()) {
      if (countValues(row, maxValues) > maxValues) {
        context.addIssue({ code: "custom", path: [index], message: "has too many values" });
        return z.NEVER;
      }
      const { success, data, error } = record.safeParse(row);
      if (success) read.push(data);
      else addIssues(context, index, error.issues);
      if (context.issues.length > maxIssues) return z.NEVER;
    }
    return read;
  });
}

/** A record with few members, so that each can be checked. */
export function smallRecord<T>(shape: z.ZodType<T>, maxMembers: number) {
  return z
    .custom<Record<string, unknown>>(
      (value) => isRecord(value) && Object.keys(value).length <= maxMembers,
      `must be an object of at most ${maxMembers} members`,
    )
    .pipe(z.record(z.string(), shape));
}

function addIssues(context: z.RefinementCtx, index: number, issues: readonly z.core.$ZodIssue[]): void {
  for (const { path, message } of issues.slice(0, maxIssues)) {
    context.addIssue({ code: "custom", path: [index, ...path], message });
  }
}
