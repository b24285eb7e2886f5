import { nearestWords } from "../likeness";

/** Every key of a query, so that a new one can't be forgotten: the compiler asks for each. */
export type KeysOf<Q> = { readonly [K in keyof Q]-?: true };

/** @throws for a key that the look-up does not know: it would be ignored, and other things would be found. */
export function refuseUnknown(lookup: string, noun: string, given: object, keys: KeysOf<object>): void {
  const known = Object.keys(keys);
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === undefined) continue;
    const near = nearestWords(name, known);
    const all = known.length > 0 ? `Its ${noun}s are ${known.join(", ")}.` : `It takes no ${noun}s.`;
    const instead =
      near.length > 0
        ? `Did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(near)}?`
        : all;
    throw new Error(`${lookup} was not sent: ${name} is not one of its ${noun}s. ${instead}`);
  }
}

/** What is null or undefined counts as absent. */
export function withoutAbsent<Q extends object>(query: Q): Q {
  const asked = { ...query };
  for (const name in asked) if (asked[name] === null || asked[name] === undefined) delete asked[name];
  return asked;
}
