import { NodecloudError } from "../../client";
import { isAccessDenied } from "../../lifecycle";

/** What to do about a read that the service refuses, after a sentence. Empty after another failure. Default: any scope that is missing. */
export function scopeAdvice(error: unknown, scope?: string): string {
  const isTokenInvalid = error instanceof NodecloudError && error.status === 401;
  if (!isAccessDenied(error) || isTokenInvalid) return "";
  return scope === undefined ? " Give the token the required scope." : ` Give the token the scope ${scope}.`;
}
