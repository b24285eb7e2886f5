import type { z } from "zod";
import type { SeedContext } from "./seed-context";

/** Identifies a record within its table, or the group that it is in. */
export type Key = string | number;

/** The definition of one kind of record. `tables.ts` lists all of them. */
export interface TableDefinition<N extends string = string, R = unknown, K extends Key = Key, C = string> {
  /** The table's name in saved and exported worlds. */
  readonly name: N;
  readonly record: z.ZodType<R>;
  /** How a record may be written in a loaded world, if that differs from how it is stored. */
  readonly inputRecord: z.ZodType<R>;
  /** The field that error messages name if two records have the same key. */
  readonly inputKey: string;
  /** The counters that new records take their numbers from. */
  readonly counters: readonly C[];
  /** Whether the records belong to an instance: they are grouped by it, and none exists without it. */
  readonly belongsToInstance: boolean;
  /** Whether worlds that older versions saved may lack the table. */
  readonly isOptional: boolean;
  /** Whether the oldest records are dropped when there are too many. */
  readonly isHistory: boolean;
  /** Whether entries of the timeline name its records. */
  readonly isPlanned: boolean;
  keyOf(record: R): K;
  groupOf(record: R): Key | undefined;
  /** The number that a record has taken from the first counter. */
  numberOf(record: R): number | undefined;
  /** The initial records of an account or, for a shared table, of the whole world. */
  seed(context: SeedContext): R[];
}

interface TableOptions<R, P extends string, G extends string, C> {
  readonly record: z.ZodType<R>;
  /** The field that identifies a record. Numbers are unique over all accounts, strings within one account. */
  readonly key: P;
  /** A second field that records are found by. */
  readonly groupBy?: G;
  /** Default: none. */
  readonly counters?: readonly C[];
  /** Default: the key, if it is a number. */
  readonly numberOf?: (record: R) => number | undefined;
  /** Default: `record`, and its key. */
  readonly written?: { readonly record: z.ZodType<R>; readonly key: string };
  /** Default: false. */
  readonly belongsToInstance?: boolean;
  /** Default: false. */
  readonly isOptional?: boolean;
  /** Default: false. */
  readonly isHistory?: boolean;
  /** Default: false. */
  readonly isPlanned?: boolean;
  /** Default: no records. */
  readonly seed?: (context: SeedContext) => R[];
}

export function defineTable<
  const N extends string,
  R extends { readonly [F in P | G]: Key },
  const P extends string,
  const G extends string = never,
  const C extends string = never,
>(name: N, options: TableOptions<R, P, G, C>): TableDefinition<N, R, R[P], C> {
  const { record, key, groupBy, written = { record, key } } = options;
  const keyOf = (row: R): R[P] => row[key];
  return {
    name,
    record,
    inputRecord: written.record,
    inputKey: written.key,
    counters: options.counters ?? [],
    belongsToInstance: options.belongsToInstance ?? false,
    isOptional: options.isOptional ?? false,
    isHistory: options.isHistory ?? false,
    isPlanned: options.isPlanned ?? false,
    keyOf,
    groupOf: (row) => groupBy && row[groupBy],
    numberOf: options.numberOf ?? ((row) => wholeNumber(keyOf(row))),
    seed: options.seed ?? (() => []),
  };
}

function wholeNumber(key: Key): number | undefined {
  return typeof key === "number" ? key : undefined;
}
