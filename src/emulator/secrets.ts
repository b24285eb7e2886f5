import { createHash } from "node:crypto";

/**
 * The hash that the world stores in place of a token, a client's secret or the secret part of an upload address. The secrets
 * that the emulator issues are long and random, so that they cannot be found from an unsalted hash.
 */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
