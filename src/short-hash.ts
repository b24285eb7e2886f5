import { createHash } from "node:crypto";

/** Twelve hexadecimal digits that stand for a string, such as a URN, where space is limited. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
