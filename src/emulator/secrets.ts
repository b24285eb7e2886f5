import { createHash } from "node:crypto";

/**
 * What the world keeps of a token, a client's secret or the secret end of an address: enough to know it again, and not to tell it.
 * What the emulator issues is long and random, so that a hash without salt tells nothing.
 */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
