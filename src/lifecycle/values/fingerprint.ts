import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

const saltBytes = 16;
const hashBytes = 32;

/** Stands for the fingerprint of a value that was sent but is not recorded anywhere. It matches no value. */
export const unknownFingerprint = "scrypt:unknown";

/** A salted scrypt hash, with which a value can be compared but not recovered. */
export function fingerprint(value: unknown): string {
  const salt = randomBytes(saltBytes);
  const print = `scrypt:${salt.toString("base64")}:${hashOf(value, salt).toString("base64")}`;
  remember(print, value, true);
  return print;
}

/** Whether a fingerprint matches this value. None matches undefined: a value that is not known now. */
export function isFingerprintOf(print: unknown, value: unknown): boolean {
  if (value === undefined) return false;
  const [kind, salt = "", hash = ""] = typeof print === "string" ? print.split(":") : [];
  const bytes = Buffer.from(hash, "base64");
  if (kind !== "scrypt" || bytes.length !== hashBytes) return false;
  const before = results.get(keyOf(print, value));
  if (before !== undefined) return before;
  const same = timingSafeEqual(bytes, hashOf(value, Buffer.from(salt, "base64")));
  remember(print, value, same);
  return same;
}

/** The results of earlier comparisons: a hash is slow on purpose, and an engine compares the same pair several times. */
const results = new Map<string, boolean>();
const maxResults = 1000;

function remember(print: unknown, value: unknown, same: boolean): void {
  if (results.size >= maxResults) results.clear();
  results.set(keyOf(print, value), same);
}

function keyOf(print: unknown, value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([print, sorted(value)]))
    .digest("base64");
}

function hashOf(value: unknown, salt: Buffer): Buffer {
  return scryptSync(JSON.stringify(sorted(value)), salt, hashBytes);
}

/** A copy whose object members are in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
