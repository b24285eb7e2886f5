import { maxWaitWithoutDeadline } from "./call-error";
import type { CallRecord } from "./call-record";
import type { CallOptions } from "./calls";
import { type ClientContext, callHook } from "./context";
import { failureCodes } from "./exchange";
import type { Failure } from "./failure";
import { LimitOpensTooLate, type Permit } from "./limiter";
import type { PreparedCall } from "./request";
import { withSignals } from "./signal";

/** The waits of one call: for the rate limit before each attempt, and between two attempts. */
export class CallWaits {
  readonly #prepared: PreparedCall;
  readonly #options: CallOptions;
  readonly #context: ClientContext;
  readonly #record: CallRecord;
  readonly #ticket: number;

  constructor(prepared: PreparedCall, options: CallOptions, context: ClientContext, record: CallRecord) {
    this.#prepared = prepared;
    this.#options = options;
    this.#context = context;
    this.#record = record;
    this.#ticket = context.nextTicket();
  }

  /** How much longer the service may make this call wait, in milliseconds. */
  get maxWait(): number {
    const { deadline } = this.#options;
    return deadline ? deadline.at - this.#context.clock.now() : maxWaitWithoutDeadline;
  }

  /**
   * Waits until the rate limit lets the call be sent. The deadline is extended by the time spent here before the first two attempts: while
   * the call queues, and after the service first rejected it with 429. A service that rejects every attempt cannot extend it indefinitely.
   * @throws NodecloudError if the call is aborted, its deadline has passed, or the limit resets too late.
   */
  async permit(): Promise<Permit> {
    const { clock, limiter, hooks } = this.#context;
    const { deadline } = this.#options;
    const { name } = this.#prepared.named;
    if (this.#signals.some((signal) => signal?.aborted)) throw this.#record.stopError(failureCodes.aborted);
    if (deadline && clock.now() >= deadline.at) throw this.#record.stopError(failureCodes.deadline);
    const queuedAt = clock.now();
    try {
      const permit = await withSignals(this.#signals, (signal) =>
        limiter.acquire(name, this.#ticket, { maxWait: this.maxWait, signal }),
      );
      if (this.#record.attempts.length <= 1) deadline?.extend(clock.now() - queuedAt);
      return permit;
    } catch (error) {
      if (error instanceof LimitOpensTooLate) throw this.#record.limitError(error.opensAt);
      throw this.#record.stopError(failureCodes.aborted);
    } finally {
      const ms = clock.now() - queuedAt;
      if (ms > 0) callHook(hooks.onQueued, { operation: name, call: this.#prepared.call, queuedAt, ms });
    }
  }

  /** Waits before the next attempt. A 429 blocks every call of the operation; this call keeps its place in the queue. */
  async beforeRetry(failure: Failure, ms: number): Promise<void> {
    const { clock, limiter } = this.#context;
    const { name } = this.#prepared.named;
    if (failure.code === "rate_limited") {
      limiter.block(name, ms);
      return;
    }
    if (failure.requestedDelay !== undefined) limiter.reportWait(name, ms);
    try {
      await withSignals(this.#signals, (signal) => clock.sleep(ms, signal));
    } catch {
      throw this.#record.stopError(failureCodes.aborted);
    }
  }

  /** They end a wait; the client's `interrupt` does not end a request that was already sent. */
  get #signals(): readonly (AbortSignal | undefined)[] {
    return [this.#options.signal, this.#context.interrupt];
  }
}
