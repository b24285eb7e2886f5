import { type CallEnd, callError, limitFailure, type StopReason } from "./call-error";
import type { CallOptions } from "./calls";
import { type ClientContext, callHook } from "./context";
import type { Attempt, Effect, NodecloudError } from "./error";
import type { Failure } from "./failure";
import type { PreparedCall } from "./request";
import { TransportFailure } from "./transport/transport";
import { transportFailure } from "./transport-failure";

/** The attempts of one call so far: reports them to the hooks and creates the error that the call ends with. */
export class CallRecord {
  readonly attempts: Attempt[] = [];
  /** Whether an attempt so far may have been carried out. */
  mayBeCarriedOut = false;
  readonly #prepared: PreparedCall;
  readonly #options: CallOptions;
  readonly #context: ClientContext;

  constructor(prepared: PreparedCall, options: CallOptions, context: ClientContext) {
    this.#prepared = prepared;
    this.#options = options;
    this.#context = context;
  }

  /** Reports the latest attempt to the hooks. */
  report(failure?: Failure, willRetryInMs?: number): void {
    const attempt = this.attempts.at(-1);
    if (!attempt) return;
    callHook(this.#context.hooks.onAttempt, {
      operation: this.#prepared.named.name,
      call: this.#prepared.call,
      attempt: this.attempts.length,
      startedAt: attempt.at,
      ms: attempt.ms,
      ...(attempt.status === undefined ? {} : { status: attempt.status }),
      ...(failure ? { failure: attempt.failure ?? failure.code } : {}),
      ...(willRetryInMs === undefined ? {} : { willRetryInMs }),
    });
  }

  errorOf(failure: Failure, reason: StopReason, effect?: Effect): NodecloudError {
    const known = effect ?? (this.mayBeCarriedOut ? "unknown" : failure.effect);
    return callError(this.#prepared, failure, { ...this.#end(reason), effect: known });
  }

  /** The caller aborted the call, or its deadline passed, before the first attempt or between two. */
  stopError(code: "ABORTED" | "DEADLINE"): NodecloudError {
    const failure = transportFailure(new TransportFailure({ sent: false, code }), this.#prepared);
    return this.errorOf(failure, "final");
  }

  /** The rate limit, known from the responses to other calls, resets too late for this call. */
  limitError(opensAt: number): NodecloudError {
    const failure = limitFailure(this.mayBeCarriedOut, this.#end("final"), opensAt);
    return this.errorOf(failure, "final");
  }

  #end(reason: StopReason): CallEnd {
    const hasDeadline = this.#options.deadline !== undefined;
    return { reason, hasDeadline, attempts: this.attempts, now: this.#context.clock.now() };
  }
}
