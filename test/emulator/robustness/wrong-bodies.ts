import { z } from "zod";
import { brandOf, fieldsOf, itemOf, type ShapeField } from "../../../src/contract";
import { brandWord } from "../service";

const brand = brandOf(brandWord);

/** A body that breaks one rule of its shape. */
export interface WrongBody {
  /** Which field, and how: `label: one character too few`. */
  readonly breaks: string;
  /** The field at fault, under the brand, with dots. */
  readonly field: string;
  readonly body: unknown;
}

type Path = readonly (string | number)[];

/** Every way to break one rule of a shape in a body that is else right: each field of another type, missing, beyond each bound. */
export function wrongBodies(
  shape: z.ZodType,
  right: Readonly<Record<string, unknown>>,
): readonly WrongBody[] {
  return fieldsOf(shape).flatMap((field) => wrongIn(field, [brand.field(field.name)], right));
}

function wrongIn(field: ShapeField, path: Path, right: unknown): WrongBody[] {
  const named = (breaks: string, value: unknown): WrongBody => ({
    ...{ breaks: `${path.join(".")}: ${breaks}`, field: path.join("."), body: withAt(right, path, value) },
  });
  const own = [
    ...otherTypes(field).map((value) => named(`is ${JSON.stringify(value)}`, value)),
    ...beyond(field.schema).map(([rule, value]) => named(rule, value)),
    ...(field.optional ? [] : [named("is missing", undefined)]),
  ];
  const inner = fieldsOf(field.schema).flatMap((one) =>
    wrongIn(
      one,
      [...path, brand.field(one.name)],
      withAt(right, path, rightOf(field.schema, at(right, path))),
    ),
  );
  const item = itemOf(field.schema);
  return [...own, ...inner, ...(item ? wrongItems(item, path, right) : [])];
}

/** The items of a list are wrong one by one. */
function wrongItems(item: z.ZodType, path: Path, right: unknown): WrongBody[] {
  const field: ShapeField = { name: "0", schema: item, meta: {}, optional: true, nullable: false };
  return wrongIn(field, [...path, 0], withAt(right, path, [rightOf(item, undefined)]));
}

const samples = ["text", 7, 1.5, true, {}, [], null];

/** A value of each type that the field doesn't take. */
function otherTypes({ schema, optional, nullable }: ShapeField): unknown[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  return samples.filter((value) => {
    // Null where a field may be left out means that it is.
    if (value === null) return !nullable && !optional;
    const type = Array.isArray(value) ? "array" : typeof value;
    if (types.includes(type)) return false;
    return !(type === "number" && types.includes("integer") && Number.isInteger(value));
  });
}

/** Values that overstep each bound of a field by one. */
function beyond(schema: z.ZodType): [string, unknown][] {
  const json = jsonOf(schema);
  const letters = (count: number) => (json.pattern?.startsWith("^\\d") ? "4" : "a").repeat(count);
  const cases: [string, unknown][] = [];
  if (json.minLength) cases.push(["one character too few", letters(json.minLength - 1)]);
  if (json.maxLength) cases.push(["one character too many", letters(json.maxLength + 1)]);
  if (json.minimum !== undefined && json.minimum > Number.MIN_SAFE_INTEGER)
    cases.push(["one too small", json.minimum - 1]);
  if (json.maximum !== undefined && json.maximum < Number.MAX_SAFE_INTEGER)
    cases.push(["one too big", json.maximum + 1]);
  if (json.type === "integer") cases.push(["no whole number that can be told apart", 2 ** 53]);
  if (json.maxItems !== undefined) cases.push(["one item too many", Array(json.maxItems + 1).fill({})]);
  if (json.minItems) cases.push(["one item too few", []]);
  if (json.enum) cases.push(["no value of the list", "nonsense"]);
  if (json.pattern) cases.push(["not of the form", "§"]);
  return cases;
}

/** A value as it should be, for what is inside it to be made wrong: what is there, or the least there can be. */
function rightOf(schema: z.ZodType, there: unknown): unknown {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return there ?? leastOf(schema);
  const needed = fields.filter((field) => !field.optional);
  const least = needed.map((field) => [brand.field(field.name), rightOf(field.schema, undefined)]);
  return { ...Object.fromEntries(least), ...(typeof there === "object" ? there : {}) };
}

function leastOf(schema: z.ZodType): unknown {
  const { type, minimum = 1, format } = jsonOf(schema);
  if (type === "integer" || type === "number") return Math.max(1, minimum);
  if (type === "boolean") return true;
  if (type === "array") return [];
  return format === "date-time" ? "2022-03-21T09:00:00" : "x";
}

function typesOf(schema: z.ZodType): string[] {
  const { type, anyOf } = jsonOf(schema);
  const of = (one: unknown) => (typeof one === "string" ? [one] : Array.isArray(one) ? one.map(String) : []);
  return of(type).length > 0 ? of(type) : (anyOf ?? []).flatMap((one) => of(one.type));
}

/** A field's JSON schema; that of a named shape, where it is kept apart. */
function jsonOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = made.$ref?.replace("#/$defs/", "");
  return (name === undefined ? undefined : made.$defs?.[name]) ?? made;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? Reflect.get(inner, key) : undefined), value);
}

/** The value with another at a place within it; undefined takes it out. */
function withAt(value: unknown, [first, ...rest]: Path, member: unknown): unknown {
  if (first === undefined) return member;
  const changed = withAt(isObject(value) ? Reflect.get(value, first) : undefined, rest, member);
  if (typeof first === "number") return [changed];
  const copy: Record<string, unknown> = isObject(value) ? { ...value } : {};
  if (changed === undefined) delete copy[first];
  else copy[first] = changed;
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
