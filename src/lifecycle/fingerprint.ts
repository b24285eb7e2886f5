import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

const saltBytes = 16;
const hashBytes = 32;

/** A salted scrypt hash, by which a value can be known again and not be found out. */
export function fingerprint(value: unknown): string {
  const salt = randomBytes(saltBytes);
  return `scrypt:${salt.toString("base64")}:${hashOf(value, salt).toString("base64")}`;
}

/** Whether a fingerprint was taken of this value. */
export function isFingerprintOf(print: unknown, value: unknown): boolean {
  const [kind, salt = "", hash = ""] = typeof print === "string" ? print.split(":") : [];
  const bytes = Buffer.from(hash, "base64");
  if (kind !== "scrypt" || bytes.length !== hashBytes) return false;
  return timingSafeEqual(bytes, hashOf(value, Buffer.from(salt, "base64")));
}

function hashOf(value: unknown, salt: Buffer): Buffer {
  return scryptSync(JSON.stringify(sorted(value)), salt, hashBytes);
}

/** The same whatever the order of an object's members. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
