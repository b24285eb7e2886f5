import { z } from "zod";
import { fieldsOf, itemOf, type ShapeField, unwrap } from "../contract";
import { isRecord } from "../unknown";

/**
 * Converts a response to the types of the contract. A number, string or boolean that the service returns as another scalar is converted. A
 * value that cannot be read as its type is omitted, as if the service had not sent it. Fields that are null, unknown fields and unknown
 * enum values stay unchanged. Undefined if the whole value cannot be read.
 */
export function convertResponse(schema: z.ZodType, value: unknown): unknown {
  return readerOf(schema)(value);
}

/** Converts a value to one type. Returns the same value if it has the type, undefined if it cannot be converted. */
type Reader = (value: unknown) => unknown;

/** Created once for each shape, because responses are read often. */
const readers = new WeakMap<z.ZodType, Reader>();

function readerOf(schema: z.ZodType): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const reader = makeReader(schema);
  readers.set(schema, reader);
  return reader;
}

function makeReader(schema: z.ZodType): Reader {
  const { schema: inner } = unwrap(schema);
  const item = itemOf(inner);
  if (item) return listReader(readerOf(item));
  if (inner instanceof z.ZodObject) return objectReader(fieldsOf(inner));
  if (inner instanceof z.ZodUnion)
    return unionReader(inner.options.flatMap((one) => (one instanceof z.ZodType ? [readerOf(one)] : [])));
  switch (inner.def.type) {
    case "string":
    case "enum":
      return toText;
    case "number":
      return toNumber;
    case "boolean":
      return toBoolean;
    default:
      return (value) => value;
  }
}

function objectReader(fields: readonly ShapeField[]): Reader {
  const members = fields.map(({ name, schema }) => ({ name, read: readerOf(schema) }));
  return (value) => {
    if (!isRecord(value)) return undefined;
    let result: Record<string, unknown> | undefined;
    for (const { name, read } of members) {
      const before = value[name];
      if (before === undefined || before === null) continue;
      const after = read(before);
      if (after === before) continue;
      result ??= { ...value };
      if (after === undefined) delete result[name];
      else result[name] = after;
    }
    return result ?? value;
  };
}

function listReader(read: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item: unknown) => read(item));
    if (items.every((item, index) => item === value[index])) return value;
    return items.filter((item) => item !== undefined);
  };
}

/** The first type that has the value as it is, or else the first that it can be converted to. */
function unionReader(options: readonly Reader[]): Reader {
  return (value) => {
    const results = options.map((read) => read(value));
    return results.includes(value) ? value : results.find((result) => result !== undefined);
  };
}

function toText(value: unknown): unknown {
  if (typeof value === "string") return value;
  return Number.isFinite(value) || typeof value === "boolean" ? String(value) : undefined;
}

const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** A string with more digits than a number can hold cannot be read. */
function toNumber(value: unknown): unknown {
  const isText = typeof value === "string" && decimal.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  return isText && Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

function toBoolean(value: unknown): unknown {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : undefined;
}
