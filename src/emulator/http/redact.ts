import type { z } from "zod";
import { fieldsOf, itemOf } from "../../contract";

export const redacted = "<REDACTED>";

/** What may be kept of a body: the fields that the contract knows, without their secrets. */
export function redact(schema: z.ZodType, value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => redact(item, one)) : value;
  const fields = fieldsOf(schema);
  if (fields.length === 0 || typeof value !== "object" || value === null) return value;
  const given = new Map(Object.entries(value));
  return Object.fromEntries(
    fields
      .filter((field) => given.has(field.name))
      .map((field) => [
        field.name,
        field.meta.secret ? redacted : redact(field.schema, given.get(field.name)),
      ]),
  );
}
