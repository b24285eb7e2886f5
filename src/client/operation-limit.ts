import { timingOf } from "./headers";
import type { TransportResponse } from "./transport/transport";

/** The maximum number of calls in flight until the operation has answered once and its limit is known. */
const maxBeforeFirstResponse = 4;
/** Two ends of a window that differ by less, in milliseconds, are the same: headers count whole seconds. */
const windowTolerance = 1500;

/** The rate limit of one operation, learnt from its responses. Calls are numbered, because responses may arrive out of order. */
export class OperationLimit {
  #answered = false;
  #inFlight = 0;
  #begun = 0;
  #limit: number | undefined;
  /** How many more calls the window allows; undefined until a limit is known. */
  #remaining: number | undefined;
  /** The end of the window; infinite while no response has named the end of a new window. */
  #resetAt = 0;
  /** The number of the latest call whose response set the fields above. */
  #latest = 0;
  #blockedUntil = 0;

  /** Whether a call may be sent now. */
  isOpen(now: number): boolean {
    if (now < this.#blockedUntil) return false;
    if (!this.#answered && this.#inFlight >= maxBeforeFirstResponse) return false;
    this.#renew(now);
    if (this.#remaining === undefined || this.#remaining > 0) return true;
    // No call in flight will show when this window ends, so one call may find out.
    return this.#resetAt === Number.POSITIVE_INFINITY && this.#inFlight === 0;
  }

  /** When it opens by itself; undefined if it is open or waits for a response. */
  opensAt(now: number): number | undefined {
    if (now < this.#blockedUntil) return this.#blockedUntil;
    this.#renew(now);
    return this.#remaining === 0 && Number.isFinite(this.#resetAt) ? this.#resetAt : undefined;
  }

  /** Counts a call that is sent now, and returns its number. */
  begin(): number {
    this.#inFlight++;
    if (this.#remaining !== undefined) this.#remaining = Math.max(this.#remaining - 1, 0);
    return ++this.#begun;
  }

  /** Counts a call that has ended, and learns from its response if there was one. */
  end(call: number, now: number, response: Pick<TransportResponse, "status" | "headers"> | undefined): void {
    this.#inFlight--;
    if (!response) return;
    this.#answered = true;
    const { limit, remaining, resetIn, retryAfter } = timingOf(response.headers, now);
    if (response.status === 429) this.block(now + (retryAfter ?? resetIn ?? 0));
    if (limit !== undefined) this.#limit = limit;
    if (remaining === undefined || resetIn === undefined) return;
    this.#renew(now);
    const left = Math.max(Math.floor(remaining), 0);
    if (call > this.#latest) {
      this.#latest = call;
      this.#remaining = Math.max(left - (this.#begun - call), 0);
      this.#resetAt = now + resetIn;
    } else if (Math.abs(now + resetIn - this.#resetAt) <= windowTolerance) {
      this.#remaining = Math.min(this.#remaining ?? left, left);
    }
  }

  block(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
  }

  /** Begins a new window when the last has ended. Calls in flight may count in it, but their responses do not describe it. */
  #renew(now: number): void {
    if (this.#remaining === undefined || now < this.#resetAt) return;
    this.#remaining = this.#limit === undefined ? 1 : Math.max(this.#limit - this.#inFlight, 1);
    this.#resetAt = Number.POSITIVE_INFINITY;
    this.#latest = this.#begun;
  }
}
