import type { z } from "zod";
import { fieldsOf, itemOf } from "../contract";
import { Redactor } from "../redaction";

export const redactionMark = "<redacted>";
/** A shorter text says nothing, and would blot out half a message. */
const shortest = 3;

/** Blots out these secrets wherever a text repeats them, in whatever encoding. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  let prepared: Redactor | undefined;
  return (text) => {
    prepared ??= prepare(secrets);
    return prepared.redact(text);
  };
}

function prepare(secrets: readonly string[]): Redactor {
  const made = new Redactor(redactionMark);
  for (const secret of secrets) if (secret.length >= shortest) made.add(secret);
  return made;
}

/** Every text in the fields of a value that its shape marks secret. */
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

/** Every text and number in a value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
