import { z } from "zod";

/** A field of an object's shape. */
export interface ShapeField {
  readonly name: string;
  /** The field's schema without the wrappers that make it optional or nullable. */
  readonly schema: z.ZodType;
  readonly meta: z.GlobalMeta;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** The fields of an object's shape, in order; none for any other schema. */
export function fieldsOf(schema: z.ZodType): readonly ShapeField[] {
  const known = fieldCache.get(schema);
  if (known) return known;
  const fields = walk(schema);
  fieldCache.set(schema, fields);
  return fields;
}

/** Cached, because shapes never change. */
const fieldCache = new WeakMap<z.ZodType, readonly ShapeField[]>();

function walk(schema: z.ZodType): readonly ShapeField[] {
  const { schema: inner } = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<unknown>(inner.shape).flatMap(([name, field]) =>
    field instanceof z.ZodType ? [{ name, ...unwrap(field) }] : [],
  );
}

/** The schema of an array's items; undefined for any other schema. */
export function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const { schema: inner } = unwrap(schema);
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodType ? inner.element : undefined;
}

/** Whether an object may have fields that are not in its shape. */
export function allowsExtraFields(schema: z.ZodType): boolean {
  const { schema: inner } = unwrap(schema);
  return inner instanceof z.ZodObject && inner.def.catchall instanceof z.ZodUnknown;
}

/** Removes the optional and nullable wrappers of a schema, and merges their metadata with the schema's. */
export function unwrap(schema: z.ZodType): Unwrapped {
  const known = unwrapCache.get(schema);
  if (known) return known;
  const result = unwrapOnce(schema);
  unwrapCache.set(schema, result);
  return result;
}

type Unwrapped = Omit<ShapeField, "name">;

const unwrapCache = new WeakMap<z.ZodType, Unwrapped>();

function unwrapOnce(schema: z.ZodType): Unwrapped {
  const own = schema.meta() ?? {};
  const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
  const wrapped = isOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  if (!(wrapped instanceof z.ZodType)) return { schema, meta: own, optional: false, nullable: false };
  const inner = unwrap(wrapped);
  return {
    schema: inner.schema,
    meta: { ...inner.meta, ...own },
    optional: inner.optional || isOptional,
    nullable: inner.nullable || schema instanceof z.ZodNullable,
  };
}
