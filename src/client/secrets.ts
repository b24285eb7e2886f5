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
  const encoded = /\p{Surrogate}/u.test(secret) ? [] : [encodeURIComponent(secret)];
  return [secret, JSON.stringify(secret).slice(1, -1), ...encoded, ...base64FormsOf(secret)];
}

/** What base64 makes of it within another text: of its three places in a group of three bytes, the part that is its own. */
function base64FormsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 2, 3].map((first, offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const isWhole = (offset + bytes.length) % 3 === 0;
    return text.slice(first, isWhole ? undefined : -1);
  });
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

/** Every text and number in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
