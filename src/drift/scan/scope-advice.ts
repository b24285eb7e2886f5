import { isAccessDenied } from "../../lifecycle";

/** What to do about a read that the service refuses, after a sentence. Empty after another failure. */
export function scopeAdvice(error: unknown, scope: string): string {
  return isAccessDenied(error) ? ` Give the token the scope ${scope}.` : "";
}
