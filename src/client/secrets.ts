import type { z } from "zod";
import { fieldsOf, itemOf } from "../contract";

const hidden = "<redacted>";
/** A shorter text says nothing, and would blot out half a message. */
const shortest = 3;

/** Blots out these secrets wherever a text repeats them: as they are, in JSON, URL-encoded or in base64. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf));
  // The longest first: one secret may be part of another.
  const ordered = [...forms].sort((one, other) => other.length - one.length);
  return (text) => ordered.reduce((left, form) => left.replaceAll(form, hidden), text);
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  const encoded = /\p{Surrogate}/u.test(secret) ? [] : [encodeURIComponent(secret)];
  return [secret, JSON.stringify(secret).slice(1, -1), ...encoded, base64.replace(/=+$/, "")];
}

/** Every text in the fields of a value that its shape marks secret. */
export function secretsIn(schema: z.ZodType, value: unknown): string[] {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.flatMap((one) => secretsIn(item, one)) : [];
  if (typeof value !== "object" || value === null) return [];
  const members = new Map(Object.entries(value));
  return fieldsOf(schema).flatMap((field) => {
    const own: unknown = members.get(field.name);
    return field.meta.secret ? textsIn(own) : secretsIn(field.schema, own);
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
