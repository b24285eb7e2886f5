import { timingOf } from "./headers";
import { RejectionPace } from "./rejection-pace";
import type { TransportResponse } from "./transport/transport";
import { WindowShare } from "./window-share";

/** The maximum number of calls in flight until the first response of the operation shows its limit. */
const maxBeforeFirstResponse = 4;
/** In milliseconds: end times of windows that differ by less than this count as equal, because headers contain whole seconds. */
const windowTolerance = 1500;

/**
 * The rate limit of one operation, learned from its responses. Calls are numbered, because requests and responses may arrive out of
 * order.
 */
export class OperationLimit {
  #hasResponded = false;
  #inFlight = 0;
  #begun = 0;
  #limit: number | undefined;
  /**
   * How many more calls the window allows besides those that it has counted, as far as responses show. It has counted none of the calls in
   * flight, or some of them. Undefined until a limit is known.
   */
  #left: number | undefined;
  /** The end of the window; infinite until a response contains the end of a new window. */
  #resetAt = 0;
  /** The number of the latest call whose response set the fields above. */
  #latest = 0;
  #blockedUntil = 0;
  /**
   * The number of the last call that was sent before the first response. Once all calls up to that one have responses, the responses show
   * whether other processes call too.
   */
  #begunBeforeFirstResponse = 0;
  readonly #share = new WindowShare();
  readonly #pace = new RejectionPace();
  #rejectedSince: number | undefined;
  readonly #retryDelay: (rejections: number) => number;

  /** @param retryDelay The delay in milliseconds after a number of consecutive rejections that name no time. */
  constructor(retryDelay: (rejections: number) => number) {
    this.#retryDelay = retryDelay;
  }

  /** The time since which every response of the service is a 429. */
  get rejectedSince(): number | undefined {
    return this.#rejectedSince;
  }

  /** Whether a call may be sent now. */
  isOpen(now: number): boolean {
    if (now < this.#blockedUntil) return false;
    if (!this.#hasResponded && this.#inFlight >= maxBeforeFirstResponse) return false;
    this.#renew(now);
    if (this.#inFlight >= this.#pace.maxInFlight) return false;
    if (this.#left === undefined) return true;
    if (this.#latest < this.#begunBeforeFirstResponse && this.#inFlight > 0) return false;
    // No call in flight will reveal when this window ends, so one call may find out.
    if (this.#resetAt === Number.POSITIVE_INFINITY && this.#inFlight === 0) return true;
    return this.#inFlight < this.#maxInFlight(this.#left);
  }

  /** The time at which the limit opens on its own. Undefined if it is open, or needs a response to open. */
  opensAt(now: number): number | undefined {
    if (now < this.#blockedUntil) return this.#blockedUntil;
    const isOpen = this.isOpen(now);
    if (isOpen || !Number.isFinite(this.#resetAt)) return undefined;
    const isExhausted = this.#left !== undefined && this.#left <= this.#inFlight;
    return isExhausted || this.#inFlight === 0 ? this.#resetAt : undefined;
  }

  /** Counts a call that is about to be sent, and returns its number. */
  begin(): number {
    this.#inFlight++;
    this.#share.begin();
    this.#pace.begin();
    this.#begun++;
    if (!this.#hasResponded) this.#begunBeforeFirstResponse = this.#begun;
    return this.#begun;
  }

  /** Counts a call that has ended, and learns from its response if there was one. */
  end(call: number, now: number, response: Pick<TransportResponse, "status" | "headers"> | undefined): void {
    this.#inFlight--;
    if (response?.status !== 429) this.#pace.accept(call);
    if (!response) {
      this.#countUnseen();
      return;
    }
    this.#hasResponded = true;
    const { limit, remaining, resetIn, retryAfter } = timingOf(response.headers, now);
    if (response.status === 429) {
      this.#rejectedSince ??= now;
      if (remaining === undefined || resetIn === undefined) this.#pace.reject(call, this.#begun);
      this.block(now + Math.max(retryAfter ?? resetIn ?? 0, this.#retryDelay(this.#pace.rejections)));
    } else this.#rejectedSince = undefined;
    if (limit !== undefined) this.#limit = limit;
    if (remaining === undefined || resetIn === undefined) {
      this.#countUnseen();
      return;
    }
    const isRenewed = this.#renew(now);
    const left = Math.max(Math.floor(remaining), 0);
    const isSameWindow = Math.abs(now + resetIn - this.#resetAt) <= windowTolerance;
    if (call <= this.#latest && !isSameWindow) {
      // It was in flight when the current window began, which may have counted it.
      if (this.#resetAt === Number.POSITIVE_INFINITY && !isRenewed) this.#countUnseen();
      return;
    }
    this.#left = isSameWindow ? Math.min(this.#left ?? left, left) : left;
    if (call > this.#latest) {
      this.#latest = call;
      this.#resetAt = now + resetIn;
    }
    if (response.status === 429) this.#share.reject();
    if (this.#limit !== undefined) this.#share.learn(this.#limit, left);
  }

  block(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
  }

  /** The window may have counted a call that has ended, and no response shows it. */
  #countUnseen(): void {
    if (this.#left !== undefined) this.#left = Math.max(this.#left - 1, 0);
  }

  /**
   * While other processes use the limit too, one call finds out how much of a new window is left, and each process takes its share of that.
   */
  #maxInFlight(left: number): number {
    if (this.#share.isShared && this.#resetAt === Number.POSITIVE_INFINITY) return 1;
    return this.#share.maxInFlight(this.#limit, left, this.#inFlight);
  }

  /** Begins a new window if the last one has ended. Calls in flight may count in it, but their responses do not describe it. Returns whether it began one. */
  #renew(now: number): boolean {
    if (this.#left === undefined || now < this.#resetAt) return false;
    this.#left = Math.max(this.#limit ?? 0, this.#inFlight + 1);
    this.#resetAt = Number.POSITIVE_INFINITY;
    this.#latest = this.#begun;
    this.#share.renew(this.#inFlight);
    return true;
  }
}
