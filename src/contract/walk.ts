import { z } from "zod";

/** A named field of an object's shape. */
export interface ShapeField {
  readonly name: string;
  /** Without the wrappers that make it optional or nullable. */
  readonly schema: z.ZodType;
  readonly meta: z.GlobalMeta;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** The fields of an object's shape, in order; of any other schema, none. */
export function fieldsOf(schema: z.ZodType): readonly ShapeField[] {
  const known = walked.get(schema);
  if (known) return known;
  const fields = walk(schema);
  walked.set(schema, fields);
  return fields;
}

/** Shapes never change: each is walked once. */
const walked = new WeakMap<z.ZodType, readonly ShapeField[]>();

function walk(schema: z.ZodType): readonly ShapeField[] {
  const { schema: inner } = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<unknown>(inner.shape).flatMap(([name, field]) =>
    field instanceof z.ZodType ? [{ name, ...unwrap(field) }] : [],
  );
}

/** The items' schema of an array; undefined for anything else. */
export function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const { schema: inner } = unwrap(schema);
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodType ? inner.element : undefined;
}

/** Whether an object may have further fields than its shape names, which pass as they are written. */
export function allowsExtraFields(schema: z.ZodType): boolean {
  const { schema: inner } = unwrap(schema);
  return inner instanceof z.ZodObject && inner.def.catchall instanceof z.ZodUnknown;
}

/** Takes the optional and nullable wrappers off, and gathers what they and the schema say. */
export function unwrap(schema: z.ZodType): Omit<ShapeField, "name"> {
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
