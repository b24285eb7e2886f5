import { NodecloudError } from "../../client";
import { isAccessDenied } from "../../lifecycle";

/**
 * What to do about a read that the service rejects, after a sentence. Empty after another failure. A 401 may also mean that the token is not
 * valid, which its message says. Default: any scope that is missing.
 */
export function scopeAdvice(error: unknown, scope?: string): string {
  if (!isAccessDenied(error)) return "";
  const missing = scope === undefined ? "the required scope" : `the scope ${scope}`;
  const mayBeInvalid = error instanceof NodecloudError && error.status === 401;
  return mayBeInvalid ? ` If the token is valid, give it ${missing}.` : ` Give the token ${missing}.`;
}
