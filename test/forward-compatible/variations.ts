import type { z } from "zod";
import { type Brand, fieldsOf, itemOf } from "../../src/contract";
import { isRecord } from "../../src/unknown";

/** A field of a response. */
export interface Place {
  /** The names of the fields on the way to it, and `[]` for each item of a list. */
  readonly path: readonly string[];
  readonly schema: z.ZodType;
  /** Null is a value of its own. */
  readonly nullable: boolean;
}

/** How a later version of the service may write a field. */
export interface Variation {
  readonly name: string;
  readonly write: (before: unknown) => unknown;
  /** The value that today's client reads. Default: the value as it is written. */
  readonly read?: (before: unknown) => unknown;
  /** It means the same as before, so it must have no effect. */
  readonly isEqual?: true;
}

/** In place of a value: the field does not exist. */
export const absent = Symbol("absent");
const isAbsent = () => absent;
const readUnchanged = { read: (before: unknown) => before, isEqual: true } as const;

/** Every field in the responses with a shape, however deep. */
export function placesIn(schema: z.ZodType, path: readonly string[] = []): readonly Place[] {
  const item = itemOf(schema);
  if (item) return placesIn(item, [...path, "[]"]);
  return fieldsOf(schema).flatMap(({ name, schema: inner, nullable }) => {
    const own = [...path, name];
    return [{ path: own, schema: inner, nullable }, ...placesIn(inner, own)];
  });
}

/** The path under which a branded service writes a field. */
export function wirePath(root: z.ZodType, path: readonly string[], brand: Brand): readonly string[] {
  let schema: z.ZodType | undefined = root;
  return path.map((name) => {
    if (name === "[]") {
      schema = schema && itemOf(schema);
      return name;
    }
    const field = schema && fieldsOf(schema).find((one) => one.name === name);
    schema = field?.schema;
    return field?.meta.brandedName ? brand.field(name) : name;
  });
}

/** The variations of a field, by its type in the contract. */
export function variationsOf({ schema }: Place): readonly Variation[] {
  const kind = schema.def.type;
  return [
    { name: "null", write: () => null },
    { name: "missing", write: isAbsent },
    ...(variations[kind] ?? []),
  ];
}

/** `client.test.ts` shows that such values are read as missing, or as another value. */
export const isConverted = ({ read, isEqual }: Variation) => read !== undefined && !isEqual;

const object: Variation = { name: "an object", write: () => ({ value: 1 }), read: isAbsent };
const list: Variation = { name: "a list", write: () => [1], read: isAbsent };
const word: Variation = { name: "an unknown word", write: () => "from_next_year" };
const wrongWord: Variation = { ...word, read: isAbsent };

const variations: Readonly<Record<string, readonly Variation[]>> = {
  string: [
    ...[word, object],
    { name: "a number", write: () => 7, read: () => "7" },
    { name: "a boolean", write: () => true, read: () => "true" },
  ],
  enum: [word, list, { name: "a number", write: () => 7, read: () => "7" }],
  number: [
    ...[wrongWord, object],
    { name: "a number as a string", write: (before) => asText(before), ...readUnchanged },
    {
      name: "a decimal as a string",
      write: (before) => asText(before, (text) => text.replace(/^\d+$/, "$&.0")),
      ...readUnchanged,
    },
    { name: "a boolean", write: () => true, read: isAbsent },
    { name: "too many digits", write: () => "12345678901234567890", read: isAbsent },
  ],
  boolean: [
    ...[wrongWord, list],
    { name: "a boolean as a string", write: String, ...readUnchanged },
    { name: "a boolean in capitals", write: (before) => String(before).toUpperCase(), ...readUnchanged },
    { name: "0 or 1", write: Number, ...readUnchanged },
    { name: "another number", write: () => 2, read: isAbsent },
  ],
  array: [
    ...[wrongWord, object],
    { name: "a number", write: () => 7, read: isAbsent },
    { name: "a null among its items", write: (before) => [...itemsOf(before), null], ...readUnchanged },
    { name: "a list among its items", write: (before) => [[], ...itemsOf(before)], ...readUnchanged },
    { name: "more items", write: (before) => [...itemsOf(before), ...itemsOf(before)] },
    { name: "no items", write: () => [] },
  ],
  object: [
    ...[wrongWord, list],
    { name: "a number", write: () => 7, read: isAbsent },
    ...([1, ["x"], { deep: { null: null } }] as const).map((value, index) => ({
      name: `another field (${index})`,
      write: (before: unknown) => (isRecord(before) ? { ...before, from_next_year: value } : before),
      isEqual: true as const,
    })),
  ],
  union: [object, list, { name: "a number", write: () => 7 }, { name: "a text", write: () => "7" }],
};

/** Null cannot be written in another way. */
function asText(value: unknown, change = (text: string) => text): unknown {
  return value === null ? null : change(String(value));
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A copy of a value in which `change` has replaced what is at the path. The same value if nothing is there. */
export function changeAt(
  value: unknown,
  path: readonly string[],
  change: (before: unknown) => unknown,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (name === "[]") {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown) => changeAt(item, rest, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value) || !(name in value)) return value;
  const before = value[name];
  const after = changeAt(before, rest, change);
  if (after === before) return value;
  const { [name]: _, ...others } = value;
  return after === absent ? others : { ...others, [name]: after };
}
