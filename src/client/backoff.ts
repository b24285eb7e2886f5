import type { Clock } from "../clock";

/** The maximum number of times that a request is sent. For a call with a deadline, 429 responses do not count. */
export const maxAttempts = 5;
const baseDelay = 500;
const maxDelay = 20_000;

/** The delay before the next attempt, in milliseconds: full jitter over 0.5 s, doubled with every attempt, up to 20 s. */
export function retryDelay(attempts: number, clock: Clock): number {
  return clock.random() * Math.min(baseDelay * 2 ** (attempts - 1), maxDelay);
}

const windowSeconds = 60;
const baseRetries = 20;

/** Limits the retries of the last minute to a tenth of its calls plus 20, so that they do not overload a failing service. */
export class RetryBudget {
  readonly #clock: Clock;
  readonly #seconds = new Map<number, { calls: number; retries: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  countCall(): void {
    this.#second().calls++;
  }

  /** Takes one retry from the budget; false if none is left. */
  take(): boolean {
    const current = this.#second();
    let [calls, retries] = [0, 0];
    for (const second of this.#seconds.values()) {
      calls += second.calls;
      retries += second.retries;
    }
    if (retries + 1 > calls / 10 + baseRetries) return false;
    current.retries++;
    return true;
  }

  #second(): { calls: number; retries: number } {
    const now = Math.floor(this.#clock.now() / 1000);
    // Later ones are left by a clock that was set back.
    for (const second of this.#seconds.keys())
      if (second <= now - windowSeconds || second > now) this.#seconds.delete(second);
    const counts = this.#seconds.get(now) ?? { calls: 0, retries: 0 };
    this.#seconds.set(now, counts);
    return counts;
  }
}
