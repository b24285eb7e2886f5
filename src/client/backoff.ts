import type { Clock } from "../clock";

/** How often a request is sent at most. */
export const maxAttempts = 5;
const shortestPause = 500;
const longestPause = 20_000;

/** The pause before the next try, in milliseconds: full jitter over 0.5 s, doubled with every try, up to 20 s. */
export function retryDelay(tries: number, clock: Clock): number {
  return clock.random() * Math.min(shortestPause * 2 ** (tries - 1), longestPause);
}

const secondsRemembered = 60;
const freeRetries = 20;

/** Keeps retries under a tenth of the last minute's calls plus 20, so that they can't bring a struggling service down. */
export class RetryBudget {
  readonly #clock: Clock;
  readonly #seconds = new Map<number, { calls: number; retries: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  countCall(): void {
    this.#second().calls++;
  }

  /** Takes a retry out of the budget; false when there is none left. */
  take(): boolean {
    const current = this.#second();
    let [calls, retries] = [0, 0];
    for (const second of this.#seconds.values()) {
      calls += second.calls;
      retries += second.retries;
    }
    if (retries + 1 > calls / 10 + freeRetries) return false;
    current.retries++;
    return true;
  }

  #second(): { calls: number; retries: number } {
    const now = Math.floor(this.#clock.now() / 1000);
    for (const second of this.#seconds.keys())
      if (second <= now - secondsRemembered) this.#seconds.delete(second);
    const counts = this.#seconds.get(now) ?? { calls: 0, retries: 0 };
    this.#seconds.set(now, counts);
    return counts;
  }
}
