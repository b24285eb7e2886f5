import fc from "fast-check";
import { isRecord } from "../../../src/unknown";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Values that a JSON schema allows, with any of an object's optional members. References point to `components`. */
export function valuesOf(schema: JsonSchema, components: JsonSchema): fc.Arbitrary<unknown> {
  const inner = (value: unknown) => valuesOf(isRecord(value) ? value : {}, components);
  const { $ref: reference, anyOf, enum: values, type } = schema;
  if (typeof reference === "string") return inner(components[reference.split("/").at(-1) ?? ""]);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: unknown) => weighted(one, inner(one))));
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values);
  if (Array.isArray(type)) return fc.oneof(...type.map((one: unknown) => inner({ ...schema, type: one })));
  const { items, properties, required, additionalProperties } = schema;
  const bound = (name: string, fallback: number) => {
    const value = schema[name];
    return typeof value === "number" ? value : fallback;
  };
  switch (type) {
    case "string":
      return stringsOf(schema, bound("minLength", 0), bound("maxLength", 200));
    case "integer": {
      const min = bound("minimum", -(2 ** 53) + 1);
      const max = bound("maximum", 2 ** 53 - 1);
      return fc.oneof(
        fc.maxSafeNat().map((value) => min + (value % Math.min(20, max - min + 1))),
        fc.constant(max),
      );
    }
    case "number":
      return numbersOf(bound("minimum", -Number.MAX_VALUE), bound("maximum", Number.MAX_VALUE));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(inner(items), { minLength: bound("minItems", 0), maxLength: bound("maxItems", 4) });
    case "object": {
      const members = Object.entries(isRecord(properties) ? properties : {}).map(
        ([name, member]) => [name, inner(member)] as const,
      );
      const needed = Array.isArray(required) ? required.map(String) : [];
      const known = fc.record(Object.fromEntries(members), { requiredKeys: needed });
      if (additionalProperties === false || !isRecord(additionalProperties)) return known;
      const further = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), inner(additionalProperties), {
        maxKeys: 3,
        noNullPrototype: true,
      });
      return fc.tuple(further, known).map(([more, own]) => ({ ...more, ...own }));
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Null is rare among the values that a schema allows. */
function weighted(schema: unknown, arbitrary: fc.Arbitrary<unknown>): fc.WeightedArbitrary<unknown> {
  return { arbitrary, weight: isRecord(schema) && schema.type === "null" ? 1 : 5 };
}

/** Small numbers, large ones, and the bounds. */
function numbersOf(min: number, max: number): fc.Arbitrary<number> {
  const isWithin = (value: number) => value >= min && value <= max;
  const large = [min, max, 1e14, -1e307, 1e307].filter(isWithin);
  return fc.oneof(
    fc.nat(100).filter(isWithin),
    fc.constantFrom(...large),
    fc.double({ min, max, noNaN: true }),
  );
}

/** Dates and times of the first and last years, and of the years between. The last two are outside the years that the emulator supports. */
const moments = [
  "1970-01-01T00:00:00Z",
  "2022-03-21T09:00:00",
  "2035-12-31T23:59:59+02:00",
  "9999-12-31T23:59:59Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59-01:00",
];

/** Strings that match a pattern or a format, or any strings. */
function stringsOf(
  { pattern, format }: JsonSchema,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<string> {
  if (format === "date-time") return fc.constantFrom(...moments);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  // A pattern of digits is generated within the bounds. Others are generated and filtered.
  if (pattern === "^\\d+$") {
    return fc
      .array(fc.constantFrom(..."0123456789"), {
        minLength: Math.max(1, minLength),
        maxLength: Math.min(maxLength, 24),
      })
      .map((digits) => digits.join(""));
  }
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern)).filter(fits);
  if (format === "uri") return fc.webUrl();
  return fc.oneof(
    fc.constantFrom(...moments).filter(fits),
    fc.string({ minLength, maxLength: Math.min(maxLength, 20 + minLength) }),
    fc.string({ unit: "binary", minLength, maxLength: Math.min(maxLength, 20 + minLength) }).filter(fits),
  );
}
