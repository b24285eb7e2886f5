import { type Attempt, type Effect, NodecloudError } from "./error";
import type { Failure } from "./failure";
import { attemptsText, outcomeText } from "./message";
import type { PreparedCall } from "./request";
import { timeOfDay } from "./time-of-day";

/** Why a call was not tried again. */
export type StopReason = "final" | "deadline" | "budget" | "unseen";

export interface CallEnd {
  readonly reason: StopReason;
  readonly hasDeadline: boolean;
  readonly attempts: readonly Attempt[];
  readonly now: number;
}

/** A service that asks a call without a deadline to wait for longer, in milliseconds, is not waited for. */
export const maxWaitWithoutDeadline = 600_000;

/** What a call ends in. */
export function callError(
  { named, tried, call, method, redact }: PreparedCall,
  failure: Failure,
  { reason, hasDeadline, attempts, now, effect }: CallEnd & { readonly effect: Effect },
): NodecloudError {
  const first = attempts[0];
  const tries = attemptsText(attempts.length, first ? now - first.at : 0);
  const isReading = method === "GET";
  const isTooFar = reason === "deadline" && failure.pause !== undefined;
  const end = isTooFar
    ? `; the service asks to wait until ${tooFar(now + (failure.pause ?? 0), now, hasDeadline)}`
    : givenUp[reason];
  const truth = outcomeText(effect, isReading);
  return new NodecloudError({
    code: reason === "deadline" && hasDeadline ? "deadline" : failure.code,
    message: redact(
      `${tried}: ${failure.what.replace(/\.$/, "")}${tries}${end}. ${truth} ${failure.advice}`.trim(),
    ),
    operation: named.name,
    call,
    status: failure.status,
    attempts: [...attempts],
    fieldErrors: failure.fieldErrors ?? [],
    effect: isReading ? "none" : effect,
    hasErrorBody: failure.hasErrorBody ?? false,
    retryAfter: failure.retryAfter,
    requestId: failure.requestId,
  });
}

/** The limit of the operation opens later than the call can wait. */
export function limitFailure(isOpen: boolean, { hasDeadline, now }: CallEnd, opensAt: number): Failure {
  return {
    code: hasDeadline ? "deadline" : "rate_limited",
    what: `the service's rate limit opens at ${tooFar(opensAt, now, hasDeadline)}`,
    advice: isOpen ? "See whether it was carried out before calling again." : "Call less often, or later.",
    effect: "none",
    passes: false,
  };
}

function tooFar(until: number, now: number, hasDeadline: boolean): string {
  const why = hasDeadline
    ? "after the deadline of this call"
    : `and calls without a deadline wait for ${maxWaitWithoutDeadline / 60_000} minutes at most`;
  return `${timeOfDay(until, now)}, ${why}`;
}

const givenUp = {
  final: "",
  deadline: ", and the deadline comes before the next try",
  budget: ", and too many calls of the last minute had to be sent again already",
  unseen: ", and looking whether it was carried out failed too",
} as const;
