import type { z } from "zod";
import { isRecord } from "../unknown";
import { allowsExtraFields, fieldsOf, itemOf } from "./walk";

export const redactedText = "<REDACTED>";

/**
 * A body without secrets: secret fields and values that do not match the shape are redacted, because such values may hold anything, and
 * fields unknown to the contract are omitted.
 */
export function redact(schema: z.ZodType, value: unknown): unknown {
  if (value === null) return value;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => redact(item, one)) : redactedText;
  const fields = fieldsOf(schema);
  if (fields.length === 0) return isScalar(value) || schema.safeParse(value).success ? value : redactedText;
  if (!isRecord(value)) return redactedText;
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) => {
      const field = known.get(name);
      if (!field) return allowsExtraFields(schema) ? [[name, own]] : [];
      return [[name, field.meta.secret ? redactedText : redact(field.schema, own)]];
    }),
  );
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}
