import { isDeepStrictEqual } from "node:util";

/**
 * When two values of an argument mean the same: `tags` are a set whatever their case, `names` a set, and of an object with
 * `declared parts` only those count that were declared. A function decides what these cannot express.
 */
export type Sameness =
  | "equal"
  | "tags"
  | "names"
  | "declared parts"
  | ((wanted: unknown, other: unknown) => boolean);

export function isSame(sameness: Sameness, wanted: unknown, other: unknown): boolean {
  if (typeof sameness === "function") return sameness(wanted, other);
  switch (sameness) {
    case "equal":
      return isDeepStrictEqual(wanted, other);
    case "tags":
      return isDeepStrictEqual(
        asSet(wanted, (tag) => tag.toLowerCase()),
        asSet(other, (tag) => tag.toLowerCase()),
      );
    case "names":
      return isDeepStrictEqual(asSet(wanted, String), asSet(other, String));
    case "declared parts":
      return hasParts(wanted, other);
  }
}

function asSet(value: unknown, normal: (text: string) => string): unknown {
  return Array.isArray(value) ? [...new Set(value.map((one) => normal(String(one))))].sort() : value;
}

function hasParts(wanted: unknown, other: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null || typeof other !== "object" || other === null) {
    return isDeepStrictEqual(wanted, other);
  }
  const there = new Map<string, unknown>(Object.entries(other));
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(there.get(name), value),
  );
}
