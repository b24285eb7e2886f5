import { hashOf } from "../secrets";
import { ServiceError } from "../service-error";
import type { Settings } from "../types.generated";

interface Limit {
  readonly calls: number;
  readonly seconds: number;
}
interface Window {
  readonly begin: number;
  readonly used: number;
}

/** The limits of each token: one for all calls, and one for calls that create instances. */
const limitsBySetting = {
  usual: { all: { calls: 1600, seconds: 120 }, creates: { calls: 10, seconds: 30 } },
  tight: { all: { calls: 20, seconds: 10 }, creates: { calls: 2, seconds: 30 } },
} as const satisfies Record<string, Record<"all" | "creates", Limit>>;

/** The oldest windows are dropped first. */
const maxWindows = 10_000;

const maxWindowLength = limitsBySetting.usual.all.seconds * 1000;

const creates = ["instances.create", "instances.clone"];

/**
 * Counts calls in fixed windows. These are measured on the callers' clock and not on the emulator's, so that speeding the
 * emulator up does not raise the limits.
 */
export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call. Returns the headers with the remaining calls, and an error when the limit is exceeded. */
  count(settings: Settings, operation: string, token: string): { headers: Headers; error?: ServiceError } {
    if (settings.rateLimits === "off") return { headers: new Headers() };
    const limits = limitsBySetting[settings.rateLimits];
    const kind = creates.includes(operation) ? "creates" : "all";
    const limit: Limit = limits[kind];
    const now = this.#now();
    // A header may have thousands of letters.
    const key = `${kind} ${hashOf(token)}`;
    const last = this.#windows.get(key);
    // The clock may have been set back since the window began.
    const isOpen = last && now >= last.begin && now < last.begin + limit.seconds * 1000;
    const window = isOpen ? { begin: last.begin, used: last.used + 1 } : { begin: now, used: 1 };
    if (!last && this.#windows.size >= maxWindows) this.#dropClosed(now);
    this.#windows.set(key, window);
    const reset = Math.ceil(window.begin / 1000) + limit.seconds;
    const headers = new Headers({
      "X-RateLimit-Limit": String(limit.calls),
      "X-RateLimit-Remaining": String(Math.max(0, limit.calls - window.used)),
      "X-RateLimit-Reset": String(reset),
      "Retry-After": String(Math.max(0, reset - Math.floor(now / 1000))),
    });
    if (window.used <= limit.calls) return { headers };
    return { headers, error: new ServiceError("rateLimit", [{ reason: "Too many requests" }]) };
  }

  /** Unknown tokens are counted too, and must not fill the memory. */
  #dropClosed(now: number): void {
    for (const [key, { begin }] of this.#windows) {
      if (now >= begin + maxWindowLength || this.#windows.size >= maxWindows) this.#windows.delete(key);
    }
  }

  clear(): void {
    this.#windows.clear();
  }
}
