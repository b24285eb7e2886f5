import { type Attempt, type Effect, NodecloudError, type NodecloudErrorCode } from "./error";
import type { Failure } from "./failure";
import { attemptsText, outcomeText } from "./message";
import type { PreparedCall } from "./request";
import { timeOfDay } from "./time-of-day";

/** Why a call was not retried. */
export type StopReason = "final" | "deadline" | "budget" | "checkFailed";

/** The state of a call that ends with an error. */
export interface CallEnd {
  readonly reason: StopReason;
  readonly hasDeadline: boolean;
  readonly attempts: readonly Attempt[];
  readonly now: number;
}

/** The longest wait, in milliseconds, that a call without a deadline accepts from the service. */
export const maxWaitWithoutDeadline = 600_000;

/** The error of a call whose last attempt failed. */
export function callError(
  { named, title, call, method, redact }: PreparedCall,
  failure: Failure,
  { reason, hasDeadline, attempts, now, effect }: CallEnd & { readonly effect: Effect },
): NodecloudError {
  const first = attempts[0];
  const known = method === "GET" ? "none" : effect;
  const count = attemptsText(attempts.length, first ? now - first.at : 0);
  const stopped =
    reason === "deadline" && failure.requestedDelay !== undefined
      ? `; the service asks to wait until ${tooLate(now + failure.requestedDelay, now, hasDeadline)}`
      : stopMessages[reason];
  const cause = `${title}: ${failure.summary.replace(/\.$/, "")}${count}${stopped}`;
  return new NodecloudError({
    code: reason === "deadline" && hasDeadline ? "deadline" : failure.code,
    message: redact(`${cause}. ${outcomeText(known)} ${failure.advice}`.trim()),
    summary: redact(needsAdvice.has(failure.code) ? `${cause} (${asClause(failure.advice)})` : cause),
    operation: named.name,
    call,
    status: failure.status,
    attempts: [...attempts],
    fieldErrors: failure.fieldErrors ?? [],
    effect: known,
    hasErrorBody: failure.hasErrorBody ?? false,
    retryAfter: failure.retryAfter,
    requestId: failure.requestId,
  });
}

/** Failures whose summary includes the advice, because it explains what the call lacks. */
const needsAdvice: ReadonlySet<NodecloudErrorCode> = new Set(["unauthorized", "forbidden", "not_found"]);

function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** The rate limit of the operation resets later than the call can wait. */
export function limitFailure(
  mayBeCarriedOut: boolean,
  { hasDeadline, now }: CallEnd,
  opensAt: number,
): Failure {
  return {
    code: hasDeadline ? "deadline" : "rate_limited",
    summary: `the service's rate limit resets at ${tooLate(opensAt, now, hasDeadline)}`,
    advice: mayBeCarriedOut
      ? "Check whether it was carried out before you call again."
      : "Call less often, or later.",
    effect: "none",
    isTemporary: false,
  };
}

function tooLate(until: number, now: number, hasDeadline: boolean): string {
  const reason = hasDeadline
    ? "after the deadline of this call"
    : `and calls without a deadline wait at most ${maxWaitWithoutDeadline / 60_000} minutes`;
  return `${timeOfDay(until, now)}, ${reason}`;
}

const stopMessages = {
  final: "",
  deadline: ", and the deadline is before the next attempt",
  budget: ", and too many requests were retried in the last minute",
  checkFailed: ", and checking whether it was carried out failed too",
} as const;
