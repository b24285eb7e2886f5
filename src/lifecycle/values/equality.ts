import { isDeepStrictEqual } from "node:util";

/**
 * When two values of an argument are equal: `deep` compares them in depth, `tags` as sets whatever the case, `names` as sets. `declared
 * parts` ignores the members of an object that are not declared. For anything else, a function decides.
 */
export type Equality =
  | "deep"
  | "tags"
  | "names"
  | "declared parts"
  | ((wanted: unknown, other: unknown) => boolean);

export function areEqual(equality: Equality, wanted: unknown, other: unknown): boolean {
  if (typeof equality === "function") return equality(wanted, other);
  switch (equality) {
    case "deep":
      return isDeepStrictEqual(wanted, other);
    case "tags":
      return isDeepStrictEqual(
        asSet(wanted, (tag) => tag.toLowerCase()),
        asSet(other, (tag) => tag.toLowerCase()),
      );
    case "names":
      return isDeepStrictEqual(asSet(wanted, String), asSet(other, String));
    case "declared parts":
      return hasDeclaredParts(wanted, other);
  }
}

function asSet(value: unknown, normalize: (text: string) => string): unknown {
  return Array.isArray(value) ? [...new Set(value.map((item) => normalize(String(item))))].sort() : value;
}

function hasDeclaredParts(wanted: unknown, other: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null || typeof other !== "object" || other === null) {
    return isDeepStrictEqual(wanted, other);
  }
  const actual = new Map<string, unknown>(Object.entries(other));
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(actual.get(name), value),
  );
}
