import { timingOf } from "./headers";
import type { TransportResponse } from "./transport/transport";

/** How many calls of an operation are under way before it has answered once. */
export const maxBeforeFirstResponse = 4;
/** Two ends of a window that lie closer are the same one: the headers count whole seconds. */
const sameWindow = 1500;

/** What is known of the rate limit of one operation. Calls are numbered as they begin, for answers overtake one another. */
export class OperationLimit {
  #answered = false;
  #inFlight = 0;
  #begun = 0;
  #limit: number | undefined;
  /** How many more calls the window takes; undefined where no limit is known. */
  #remaining: number | undefined;
  /** The end of the window; infinite where it is new and no answer has told it yet. */
  #resetAt = 0;
  /** The latest begun call whose answer was taken for the truth. */
  #latest = 0;
  #blockedUntil = 0;

  /** Whether a call may be sent now. */
  isOpen(now: number): boolean {
    if (now < this.#blockedUntil) return false;
    if (!this.#answered && this.#inFlight >= maxBeforeFirstResponse) return false;
    this.#renew(now);
    if (this.#remaining === undefined || this.#remaining > 0) return true;
    // Nothing under way will callHook the end of this window: one call goes to ask.
    return this.#resetAt === Number.POSITIVE_INFINITY && this.#inFlight === 0;
  }

  /** When time alone opens it; undefined where it is open or waits for an answer. */
  opensAt(now: number): number | undefined {
    if (now < this.#blockedUntil) return this.#blockedUntil;
    this.#renew(now);
    return this.#remaining === 0 && Number.isFinite(this.#resetAt) ? this.#resetAt : undefined;
  }

  /** Counts a call that is sent now, and gives it its number. */
  begin(): number {
    this.#inFlight++;
    if (this.#remaining !== undefined) this.#remaining = Math.max(this.#remaining - 1, 0);
    return ++this.#begun;
  }

  /** Counts a call that has ended, and learns from its answer where there was one. */
  end(call: number, now: number, answer: Pick<TransportResponse, "status" | "headers"> | undefined): void {
    this.#inFlight--;
    if (!answer) return;
    this.#answered = true;
    const { limit, remaining, resetIn, retryAfter } = timingOf(answer.headers, now);
    if (answer.status === 429) this.block(now + (retryAfter ?? resetIn ?? 0));
    if (limit !== undefined) this.#limit = limit;
    if (remaining === undefined || resetIn === undefined) return;
    this.#renew(now);
    const left = Math.max(Math.floor(remaining), 0);
    if (call > this.#latest) {
      this.#latest = call;
      this.#remaining = Math.max(left - (this.#begun - call), 0);
      this.#resetAt = now + resetIn;
    } else if (Math.abs(now + resetIn - this.#resetAt) <= sameWindow) {
      this.#remaining = Math.min(this.#remaining ?? left, left);
    }
  }

  block(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
  }

  /** Begins a new window when the last one is over; those still under way may count in it, and can't speak for it. */
  #renew(now: number): void {
    if (this.#remaining === undefined || now < this.#resetAt) return;
    this.#remaining = this.#limit === undefined ? 1 : Math.max(this.#limit - this.#inFlight, 1);
    this.#resetAt = Number.POSITIVE_INFINITY;
    this.#latest = this.#begun;
  }
}
