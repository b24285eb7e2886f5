import { type ReadBody, sendOnce } from "./attempt";
import { maxAttempts, retryDelay } from "./backoff";
import type { StopReason } from "./call-error";
import { CallRecord } from "./call-record";
import { CallWaits } from "./call-waits";
import type { CallOptions } from "./calls";
import type { ClientContext } from "./context";
import type { Attempt } from "./error";
import type { Failure } from "./failure";
import type { PreparedCall } from "./request";
import { allowManyCalls } from "./signal";

/**
 * Carries out one call: waits for the rate limits, sends the request, and retries it if that is safe and may help.
 * @throws NodecloudError
 */
export async function send<T>(
  prepared: PreparedCall,
  options: CallOptions,
  context: ClientContext,
  read: ReadBody<T>,
): Promise<T> {
  allowManyCalls(options.signal);
  return new Sender(prepared, options, context, read).run();
}

class Sender<T> {
  readonly #prepared: PreparedCall;
  readonly #options: CallOptions;
  readonly #context: ClientContext;
  readonly #read: ReadBody<T>;
  readonly #record: CallRecord;
  readonly #waits: CallWaits;

  constructor(prepared: PreparedCall, options: CallOptions, context: ClientContext, read: ReadBody<T>) {
    this.#prepared = prepared;
    this.#options = options;
    this.#context = context;
    this.#read = read;
    this.#record = new CallRecord(prepared, options, context);
    this.#waits = new CallWaits(prepared, options, context, this.#record);
  }

  async run(): Promise<T> {
    const record = this.#record;
    this.#context.budget.countCall();
    for (;;) {
      const result = await this.#attempt();
      record.attempts.push(result.attempt);
      if ("value" in result) {
        record.report();
        return result.value;
      }
      const { failure } = result;
      const emptyBody = this.#wasDeletedByEarlierAttempt(failure) ? this.#readEmptyBody() : undefined;
      if (emptyBody !== undefined) {
        record.report(failure);
        return emptyBody;
      }
      if (failure.effect === "unknown") record.mayBeCarriedOut = true;
      const next = this.#decide(failure);
      if (typeof next !== "number") {
        record.report(failure);
        throw record.errorOf(failure, next);
      }
      record.report(failure, next);
      await this.#waits.beforeRetry(failure, next);
      if (failure.effect === "unknown" && this.#checksFirst && !(await this.#isStillNeeded(failure)))
        return this.#carriedOut(failure);
    }
  }

  async #attempt() {
    const permit = await this.#waits.permit();
    try {
      await this.#options.beforeSending?.();
    } catch (error) {
      permit.release();
      throw error;
    }
    const options = { ...this.#options, freshConnection: this.#freshConnection };
    return sendOnce(this.#prepared, options, this.#context, permit, this.#read);
  }

  /** If a kept-alive connection gets no response, the others may not either, such as those through a router that has restarted. */
  get #freshConnection(): boolean | undefined {
    const last = this.#record.attempts.at(-1);
    const isLost = last !== undefined && last.status === undefined;
    return this.#options.freshConnection ?? (isLost || undefined);
  }

  /** The delay before the next attempt in milliseconds, or why there is none. */
  #decide(failure: Failure): number | Exclude<StopReason, "checkFailed"> {
    const { clock, budget } = this.#context;
    const { attempts } = this.#record;
    if (!failure.isTemporary || this.#chargedAttempts >= maxAttempts) return "final";
    if (failure.effect === "unknown" && !this.#maySendAgain) return "final";
    // A service may ask for a delay of 0, which would use up all attempts at once.
    const delay = Math.max(failure.requestedDelay ?? 0, retryDelay(attempts.length, clock));
    if (delay >= this.#waits.maxWait) return "deadline";
    // The limiter paces calls that were rejected with 429.
    return failure.code === "rate_limited" || budget.take() ? delay : "budget";
  }

  /** A call with a deadline is sent until then if the service only rejects it with 429: many calls may share a limit. */
  get #chargedAttempts(): number {
    const { attempts } = this.#record;
    const isCharged = ({ status }: Attempt) => this.#options.deadline === undefined || status !== 429;
    return attempts.filter(isCharged).length;
  }

  async #isStillNeeded(failure: Failure): Promise<boolean> {
    try {
      return (await this.#options.stillNeeded?.()) ?? true;
    } catch {
      throw this.#record.errorOf(failure, "checkFailed");
    }
  }

  /** The check showed that the request was carried out, although its response was lost. */
  #carriedOut(failure: Failure): T {
    const emptyBody = this.#readEmptyBody();
    if (emptyBody === undefined) throw this.#record.errorOf(failure, "final", "done");
    return emptyBody;
  }

  #readEmptyBody(): T | undefined {
    return this.#read({ headers: {}, body: "" });
  }

  get #resend() {
    return this.#options.resend ?? this.#prepared.named.operation.resend;
  }

  get #checksFirst(): boolean {
    return this.#resend === "afterCheck" && this.#options.stillNeeded !== undefined;
  }

  get #maySendAgain(): boolean {
    return this.#resend === "always" || this.#checksFirst;
  }

  #wasDeletedByEarlierAttempt(failure: Failure): boolean {
    const isNotFound = failure.code === "not_found" && failure.hasErrorBody === true;
    return this.#record.mayBeCarriedOut && isNotFound && this.#prepared.method === "DELETE";
  }
}
