import { z } from "zod";
import { brandOf, fieldsOf, itemOf, type ShapeField } from "../../../src/contract";
import { brandWord } from "../service";

const brand = brandOf(brandWord);

/** A body that violates one rule of its schema. */
export interface InvalidBody {
  /** The field and the violation, such as `label: one character too few`. */
  readonly violation: string;
  /** The path of the field, in the brand's names, with dots. */
  readonly field: string;
  readonly body: unknown;
}

type Path = readonly (string | number)[];

/** Every way to violate one rule in a valid body: a field of another type, a missing field, or a value beyond a bound. */
export function listInvalidBodies(
  shape: z.ZodType,
  valid: Readonly<Record<string, unknown>>,
): readonly InvalidBody[] {
  return fieldsOf(shape).flatMap((field) => invalidateField(field, [brand.field(field.name)], valid));
}

function invalidateField(field: ShapeField, path: Path, valid: unknown): InvalidBody[] {
  const violate = (violation: string, value: unknown): InvalidBody => ({
    ...{
      violation: `${path.join(".")}: ${violation}`,
      field: path.join("."),
      body: replaceAt(valid, path, value),
    },
  });
  const own = [
    ...otherTypes(field).map((value) => violate(`is ${JSON.stringify(value)}`, value)),
    ...exceedBounds(field.schema).map(([rule, value]) => violate(rule, value)),
    ...(field.optional ? [] : [violate("is missing", undefined)]),
  ];
  const inner = fieldsOf(field.schema).flatMap((one) =>
    invalidateField(
      one,
      [...path, brand.field(one.name)],
      replaceAt(valid, path, validValue(field.schema, valueAt(valid, path))),
    ),
  );
  const item = itemOf(field.schema);
  return [...own, ...inner, ...(item ? invalidateItem(item, path, valid) : [])];
}

/** Every way to violate one rule in an item of a list. */
function invalidateItem(item: z.ZodType, path: Path, valid: unknown): InvalidBody[] {
  const field: ShapeField = { name: "0", schema: item, meta: {}, optional: true, nullable: false };
  return invalidateField(field, [...path, 0], replaceAt(valid, path, [validValue(item, undefined)]));
}

const samples = ["text", 7, 1.5, true, {}, [], null];

/** A value of each type that the field does not accept. */
function otherTypes({ schema, optional, nullable }: ShapeField): unknown[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  return samples.filter((value) => {
    // Null means that an optional field is absent.
    if (value === null) return !nullable && !optional;
    const type = Array.isArray(value) ? "array" : typeof value;
    if (types.includes(type)) return false;
    return !(type === "number" && types.includes("integer") && Number.isInteger(value));
  });
}

/** Values that exceed each bound of a field by one. */
function exceedBounds(schema: z.ZodType): [string, unknown][] {
  const json = jsonOf(schema);
  const repeat = (count: number) => (json.pattern?.startsWith("^\\d") ? "4" : "a").repeat(count);
  const cases: [string, unknown][] = [];
  if (json.minLength) cases.push(["one character too few", repeat(json.minLength - 1)]);
  if (json.maxLength) cases.push(["one character too many", repeat(json.maxLength + 1)]);
  if (json.minimum !== undefined && json.minimum > Number.MIN_SAFE_INTEGER)
    cases.push(["one too small", json.minimum - 1]);
  if (json.maximum !== undefined && json.maximum < Number.MAX_SAFE_INTEGER)
    cases.push(["one too big", json.maximum + 1]);
  if (json.type === "integer") cases.push(["beyond the safe integers", 2 ** 53]);
  if (json.maxItems !== undefined) cases.push(["one item too many", Array(json.maxItems + 1).fill({})]);
  if (json.minItems) cases.push(["one item too few", []]);
  if (json.enum) cases.push(["not a value of the list", "nonsense"]);
  if (json.pattern) cases.push(["not of the pattern", "§"]);
  return cases;
}

/** A valid value in which a member can be made invalid: the existing value, completed by minimal required fields. */
function validValue(schema: z.ZodType, existing: unknown): unknown {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return existing ?? minimalValue(schema);
  const needed = fields.filter((field) => !field.optional);
  const minimal = needed.map((field) => [brand.field(field.name), validValue(field.schema, undefined)]);
  return { ...Object.fromEntries(minimal), ...(typeof existing === "object" ? existing : {}) };
}

function minimalValue(schema: z.ZodType): unknown {
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

/** The JSON schema of a field. A reference to a named schema is resolved. */
function jsonOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = made.$ref?.replace("#/$defs/", "");
  return (name === undefined ? undefined : made.$defs?.[name]) ?? made;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? Reflect.get(inner, key) : undefined), value);
}

/** A copy of the value with another member at this path. Undefined removes the member. */
function replaceAt(value: unknown, [first, ...rest]: Path, member: unknown): unknown {
  if (first === undefined) return member;
  const changed = replaceAt(isObject(value) ? Reflect.get(value, first) : undefined, rest, member);
  if (typeof first === "number") return [changed];
  const copy: Record<string, unknown> = isObject(value) ? { ...value } : {};
  if (changed === undefined) delete copy[first];
  else copy[first] = changed;
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
