import { Redactor } from "../redaction";

export const redactionMark = "<redacted>";
/** Shorter strings are not redacted: they occur in every message. */
const minSecretLength = 3;

/** Returns a function that redacts these secrets in a string, in any encoding. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  let prepared: Redactor | undefined;
  return (text) => {
    prepared ??= prepare(secrets);
    return prepared.redact(text);
  };
}

function prepare(secrets: readonly string[]): Redactor {
  const redactor = new Redactor(redactionMark);
  for (const secret of secrets) if (secret.length >= minSecretLength) redactor.add(secret);
  return redactor;
}

/** Every string and number in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
