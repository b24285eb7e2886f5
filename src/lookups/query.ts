import * as pulumi from "@pulumi/pulumi";
import { nearestWords } from "../similar-words";
import { isRecord } from "../unknown";

/** What a member of a query has to be. */
export interface Rule<T> {
  /** `a string` */
  readonly noun: string;
  readonly accepts: (value: unknown) => value is T;
}

/** The rule of every member of a query: a missing one is a compile error. */
export type RulesOf<Q> = { readonly [K in keyof Q]-?: Rule<NonNullable<Q[K]>> };

export const aString: Rule<string> = {
  noun: "a string",
  accepts: (value) => typeof value === "string",
};
export const aBoolean: Rule<boolean> = {
  noun: "a boolean",
  accepts: (value) => typeof value === "boolean",
};
export const aNumber: Rule<number> = {
  noun: "a number",
  accepts: (value) => typeof value === "number",
};

/**
 * Refuses a query that is not an object, and members with values of other types: programs in JavaScript, and values of the configuration,
 * are not checked by the compiler. `"false"` would count as true.
 */
export function checkQuery<Q extends object>(lookup: string, query: Q, rules: RulesOf<Q>): void {
  if (!isRecord(query) || pulumi.Output.isInstance(query))
    throw new Error(
      `${lookup}: the query must be an object, got ${describe(lookup, query)} Nothing was sent.`,
    );
  refuseUnknownKeys(lookup, "filter", query, rules);
  for (const [name, { noun, accepts }] of Object.entries<Rule<unknown>>(rules)) {
    const value = query[name];
    if (value === undefined || value === null || accepts(value)) continue;
    throw new Error(`${lookup}: ${name} must be ${noun}, got ${describe(lookup, value)} Nothing was sent.`);
  }
}

/** A value in a message, with advice if it has the right value only later. Ends with a period. */
function describe(lookup: string, value: unknown): string {
  if (pulumi.Output.isInstance(value)) return `an output. Use ${lookup}Output.`;
  if (value instanceof Promise) return "a promise. Wait for it with await.";
  if (Array.isArray(value)) return "an array.";
  if (isRecord(value)) return "an object.";
  return typeof value === "string" ? `${JSON.stringify(value)}.` : `${String(value)}.`;
}

/**
 * Refuses keys that a lookup does not have: ignoring them would return other objects.
 * @param noun The word for a key: `filter` or `option`.
 */
export function refuseUnknownKeys(lookup: string, noun: string, given: object, keys: object): void {
  const known = Object.keys(keys);
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === undefined) continue;
    const near = nearestWords(name, known);
    const advice =
      near.length > 0
        ? `Did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(near)}?`
        : known.length > 0
          ? `Use ${known.join(", ")}.`
          : `It takes no ${noun}s.`;
    throw new Error(`${lookup}: there is no ${noun} ${name}. ${advice} Nothing was sent.`);
  }
}

/** The query without members that are null or undefined. */
export function withoutAbsent<Q extends object>(query: Q): Q {
  const present = { ...query };
  for (const name in present) {
    if (present[name] === null || present[name] === undefined) delete present[name];
  }
  return present;
}
