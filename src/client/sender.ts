import type { Clock } from "../clock";
import { maxAttempts, type RetryBudget, retryDelay } from "./backoff";
import { callError, limitFailure, maxWaitWithoutDeadline, type StopReason } from "./call-error";
import type { CallOptions, ClientHooks } from "./calls";
import type { Attempt, Effect, NodecloudError } from "./error";
import { exchange, failureCodes, type Patience } from "./exchange";
import { bodyFailure, type Failure, responseFailure, transportFailure } from "./failure";
import { type Limiter, LimitOpensTooLate, minReportedWait } from "./limiter";
import type { PreparedCall } from "./request";
import { type Transport, TransportFailure, type TransportResponse } from "./transport/transport";

/** What all calls of a client share. */
export interface ClientContext extends Patience {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly budget: RetryBudget;
  readonly hooks: ClientHooks;
  readonly interrupt: AbortSignal | undefined;
  /** The order in which calls came. */
  readonly nextTicket: () => number;
}

/** Takes the answer out of a body; undefined where there is none to be had. */
export type ReadBody<T> = (answer: Pick<TransportResponse, "headers" | "body">) => T | undefined;

/** Carries one call out: waits for the limits, sends, and sends again where that is safe and makes sense. */
export async function send<T>(
  prepared: PreparedCall,
  options: CallOptions,
  shared: ClientContext,
  read: ReadBody<T>,
): Promise<T> {
  return new Sending(prepared, options, shared, read).run();
}

class Sending<T> {
  readonly #prepared: PreparedCall;
  readonly #options: CallOptions;
  readonly #shared: ClientContext;
  readonly #read: ReadBody<T>;
  readonly #ticket: number;
  readonly #attempts: Attempt[] = [];
  readonly #name: string;
  /** An earlier try may have been carried out. */
  #open = false;

  constructor(prepared: PreparedCall, options: CallOptions, shared: ClientContext, read: ReadBody<T>) {
    this.#prepared = prepared;
    this.#options = options;
    this.#shared = shared;
    this.#read = read;
    this.#ticket = shared.nextTicket();
    this.#name = prepared.named.name;
  }

  async run(): Promise<T> {
    this.#shared.budget.countCall();
    for (;;) {
      const outcome = await this.#try();
      if ("answer" in outcome) return outcome.answer;
      const failure = outcome;
      if (this.#isDeletedBefore(failure)) {
        const answer = this.#read({ headers: {}, body: "" });
        this.#report(failure);
        if (answer !== undefined) return answer;
      }
      if (failure.effect === "unknown") this.#open = true;
      const decision = this.#decide(failure);
      if (typeof decision !== "number") {
        this.#report(failure);
        throw this.#errorOf(failure, decision);
      }
      this.#report(failure, decision);
      await this.#pause(failure, decision);
      if (failure.effect === "unknown" && this.#looksFirst) {
        const needed = await this.#isStillNeeded(failure);
        if (!needed) return this.#carriedOut(failure);
      }
    }
  }

  async #try(): Promise<{ readonly answer: T } | Failure> {
    const { clock, limiter, transport, connectTimeout, answerTimeout } = this.#shared;
    const { signal, deadline } = this.#options;
    const waiting = this.#waiting;
    if (waiting?.aborted) throw this.#stopped(failureCodes.aborted);
    if (deadline && clock.now() >= deadline.at) throw this.#stopped(failureCodes.deadline);
    const longest = this.#maxWait();
    const permit = await this.#queue(() =>
      limiter.enter(this.#name, this.#ticket, { longest, signal: waiting }),
    );
    try {
      await this.#options.beforeSending?.();
    } catch (error) {
      permit.leave(undefined);
      throw error;
    }
    const at = clock.now();
    const { method, url, headers, body } = this.#prepared;
    let response: TransportResponse | undefined;
    try {
      response = await exchange(
        transport,
        { method, url, headers, ...(body === undefined ? {} : { body }), freshConnection: this.#isFresh },
        { clock, signal, deadline, connectTimeout, answerTimeout },
      );
    } catch (error) {
      const failure = error instanceof TransportFailure ? error : unexplained;
      this.#attempts.push({ at, ms: clock.now() - at, failure: failure.code });
      return transportFailure(failure, this.#prepared);
    } finally {
      permit.leave(response);
    }
    const attempt = { at, ms: clock.now() - at, status: response.status };
    const isSuccess = response.status >= 200 && response.status < 300;
    const answer = isSuccess ? this.#read(response) : undefined;
    if (answer !== undefined) {
      this.#attempts.push(attempt);
      this.#report();
      return { answer };
    }
    const failure = isSuccess
      ? bodyFailure(response, this.#prepared)
      : responseFailure(response, this.#prepared, clock.now());
    this.#attempts.push({ ...attempt, failure: failure.code });
    return failure;
  }

  async #queue<P>(enter: () => Promise<P>): Promise<P> {
    const { clock, hooks } = this.#shared;
    const queuedAt = clock.now();
    try {
      return await enter();
    } catch (error) {
      if (error instanceof LimitOpensTooLate) throw this.#limitedUntil(error.opensAt);
      throw this.#stopped(failureCodes.aborted);
    } finally {
      const ms = clock.now() - queuedAt;
      if (ms > 0) {
        this.#options.deadline?.extend(ms);
        callHook(hooks.onQueued, { operation: this.#name, call: this.#prepared.call, queuedAt, ms });
      }
    }
  }

  /** The pause before the next try in milliseconds, or why there is none. */
  #decide(failure: Failure): number | "final" | "deadline" | "budget" {
    const { clock, budget } = this.#shared;
    if (!failure.passes || this.#attempts.length >= maxAttempts) return "final";
    if (failure.effect === "unknown" && !this.#maySendAgain) return "final";
    const pause = failure.pause ?? retryDelay(this.#attempts.length, clock);
    if (pause >= this.#maxWait()) return "deadline";
    return budget.take() ? pause : "budget";
  }

  /** How long the service may make this call wait from now on, in milliseconds. */
  #maxWait(): number {
    const { deadline } = this.#options;
    return deadline ? deadline.at - this.#shared.clock.now() : maxWaitWithoutDeadline;
  }

  /** A 429 holds back every call of the operation, and this one keeps its place among them. */
  async #pause(failure: Failure, ms: number): Promise<void> {
    if (failure.code === "rate_limited") {
      this.#shared.limiter.block(this.#name, ms);
      return;
    }
    const { clock, hooks } = this.#shared;
    if (failure.pause !== undefined && ms >= minReportedWait)
      callHook(hooks.onWaiting, { operation: this.#name, until: clock.now() + ms });
    try {
      await this.#shared.clock.sleep(ms, this.#waiting);
    } catch {
      throw this.#stopped(failureCodes.aborted);
    }
  }

  async #isStillNeeded(failure: Failure): Promise<boolean> {
    try {
      return (await this.#options.stillNeeded?.()) ?? true;
    } catch {
      throw this.#errorOf(failure, "unseen");
    }
  }

  #carriedOut(failure: Failure): T {
    const answer = this.#read({ headers: {}, body: "" });
    if (answer === undefined) throw this.#errorOf(failure, "final", "done");
    return answer;
  }

  /** Ends what waits. */
  get #waiting(): AbortSignal | undefined {
    const { signal } = this.#options;
    const { interrupt } = this.#shared;
    return signal && interrupt ? AbortSignal.any([signal, interrupt]) : (signal ?? interrupt);
  }

  get #resend() {
    return this.#options.resend ?? this.#prepared.named.operation.resend;
  }

  get #looksFirst(): boolean {
    return this.#resend === "afterCheck" && this.#options.stillNeeded !== undefined;
  }

  get #maySendAgain(): boolean {
    return this.#resend === "always" || this.#looksFirst;
  }

  get #isFresh(): boolean {
    const { operation } = this.#prepared.named;
    return (
      this.#options.freshConnection ?? (this.#prepared.method === "POST" && operation.resend !== "always")
    );
  }

  #isDeletedBefore(failure: Failure): boolean {
    const isGone = failure.code === "not_found" && failure.hasErrorBody === true;
    return this.#open && isGone && this.#prepared.method === "DELETE";
  }

  #report(failure?: Failure, willRetryInMs?: number): void {
    const attempt = this.#attempts.at(-1);
    if (!attempt) return;
    callHook(this.#shared.hooks.onAttempt, {
      operation: this.#name,
      call: this.#prepared.call,
      attempt: this.#attempts.length,
      startedAt: attempt.at,
      ms: attempt.ms,
      ...(attempt.status === undefined ? {} : { status: attempt.status }),
      ...(failure ? { failure: attempt.failure ?? failure.code } : {}),
      ...(willRetryInMs === undefined ? {} : { willRetryInMs }),
    });
  }

  /** The caller or its deadline ended the call between two tries, or before the first. */
  #stopped(code: "ABORTED" | "DEADLINE"): NodecloudError {
    const failure = transportFailure(new TransportFailure({ sent: false, code }), this.#prepared);
    return this.#errorOf(failure, "final");
  }

  /** The limit, which is learnt from answers to other calls, opens too late for this one. */
  #limitedUntil(opensAt: number): NodecloudError {
    return this.#errorOf(limitFailure(this.#open, this.#circumstances("final"), opensAt), "final");
  }

  #errorOf(failure: Failure, reason: StopReason, effect?: Effect): NodecloudError {
    const known = effect ?? (this.#open ? "unknown" : failure.effect);
    return callError(this.#prepared, failure, { ...this.#circumstances(reason), effect: known });
  }

  #circumstances(reason: StopReason) {
    const hasDeadline = this.#options.deadline !== undefined;
    return { reason, hasDeadline, attempts: this.#attempts, now: this.#shared.clock.now() };
  }
}

const unexplained = new TransportFailure({ sent: "maybe", code: "FAILED" });

/** Observers may fail; the call must not. */
export function callHook<R>(hook: ((report: R) => void) | undefined, report: R): void {
  try {
    hook?.(report);
  } catch {
    // What a hook throws is the hook's own matter.
  }
}
