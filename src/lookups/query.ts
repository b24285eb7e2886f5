import { nearestWords } from "../similar-words";

/** Every key of a query: a missing one is a compile error. */
export type KeysOf<Q> = { readonly [K in keyof Q]-?: true };

/**
 * Refuses keys that a lookup does not have: ignoring them would return other objects.
 * @param noun The word for a key: `filter` or `option`.
 */
export function refuseUnknownKeys(lookup: string, noun: string, given: object, keys: KeysOf<object>): void {
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
