import type { z } from "zod";
import { allowsExtraFields, fieldsOf, itemOf } from "./walk";

export const redacted = "<REDACTED>";

/** A body without secrets: secret fields are redacted and fields unknown to the contract omitted. */
export function redact(schema: z.ZodType, value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => redact(item, one)) : value;
  const fields = fieldsOf(schema);
  if (fields.length === 0 || typeof value !== "object" || value === null) return value;
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) => {
      const field = known.get(name);
      if (!field) return allowsExtraFields(schema) ? [[name, own]] : [];
      return [[name, field.meta.secret ? redacted : redact(field.schema, own)]];
    }),
  );
}
