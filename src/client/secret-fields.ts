import type { z } from "zod";
import { fieldsOf, itemOf } from "../contract";
import { stringsIn } from "./secrets";

/** Every string and number in the fields of a value that its shape marks secret. */
export function secretsIn(schema: z.ZodType, value: unknown): string[] {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.flatMap((one) => secretsIn(item, one)) : [];
  if (typeof value !== "object" || value === null) return [];
  const members = new Map(Object.entries(value));
  return fieldsOf(schema).flatMap((field) => {
    const own: unknown = members.get(field.name);
    return field.meta.secret ? stringsIn(own) : secretsIn(field.schema, own);
  });
}
