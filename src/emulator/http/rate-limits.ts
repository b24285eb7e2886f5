import { Refusal } from "../refusal";
import type { Settings } from "../settings";

interface Limit {
  readonly calls: number;
  readonly seconds: number;
}
interface Window {
  readonly begin: number;
  readonly used: number;
}

/** How many calls a token may make in how long: of all kinds, and of those that create instances. */
const limitsOf = {
  usual: { all: { calls: 1600, seconds: 120 }, creates: { calls: 10, seconds: 30 } },
  tight: { all: { calls: 20, seconds: 10 }, creates: { calls: 2, seconds: 30 } },
} as const satisfies Record<string, Record<"all" | "creates", Limit>>;

/** So many tokens are counted at once; the oldest are forgotten. */
const maxWindows = 10_000;

const longestWindow = limitsOf.usual.all.seconds * 1000;

const creates = ["instances.create", "instances.clone"];

/**
 * Counts calls in fixed windows. It runs on the clock that the callers wait by, not on the emulator's:
 * a world at a hundred times the speed takes no more calls a second.
 */
export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call; answers the headers that tell what is left, and the refusal when nothing was. */
  count(settings: Settings, operation: string, token: string): { headers: Headers; refusal?: Refusal } {
    if (settings.rateLimits === "off") return { headers: new Headers() };
    const limits = limitsOf[settings.rateLimits];
    const kind = creates.includes(operation) ? "creates" : "all";
    const limit: Limit = limits[kind];
    const now = this.#now();
    const key = `${kind} ${token}`;
    const last = this.#windows.get(key);
    const isOpen = last && now < last.begin + limit.seconds * 1000;
    const window = isOpen ? { begin: last.begin, used: last.used + 1 } : { begin: now, used: 1 };
    if (!last && this.#windows.size >= maxWindows) this.#forgetClosed(now);
    this.#windows.set(key, window);
    const reset = Math.ceil(window.begin / 1000) + limit.seconds;
    const headers = new Headers({
      "X-RateLimit-Limit": String(limit.calls),
      "X-RateLimit-Remaining": String(Math.max(0, limit.calls - window.used)),
      "X-RateLimit-Reset": String(reset),
      "Retry-After": String(Math.max(0, reset - Math.floor(now / 1000))),
    });
    if (window.used <= limit.calls) return { headers };
    return { headers, refusal: new Refusal("rateLimit", [{ reason: "Too many requests" }]) };
  }

  /** Unknown tokens are counted too, so that anybody could fill the memory. */
  #forgetClosed(now: number): void {
    for (const [key, { begin }] of this.#windows) {
      if (now >= begin + longestWindow || this.#windows.size >= maxWindows) this.#windows.delete(key);
    }
  }

  clear(): void {
    this.#windows.clear();
  }
}
