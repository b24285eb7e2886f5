import type { Clock } from "../clock";
import { cachedPerServices } from "./services";

/** How many requests that were sent again may fail within `period`, or be in flight. */
const maxFailed = 20;
/** In milliseconds. */
const period = 60_000;

/**
 * Paces the requests that are sent again after a failure that left open whether they were carried out. While all of them fail, as during
 * the maintenance of a service that still serves reads, many resources together send few. Once they succeed, nothing holds them up.
 */
class ResendPace {
  readonly #clock: Clock;
  #failedAt: readonly number[] = [];
  #inFlight = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends a request again. Undefined, without sending it, if too many failed. */
  async send<T>(send: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
    const since = this.#clock.now() - period;
    this.#failedAt = this.#failedAt.filter((at) => at > since);
    if (this.#failedAt.length + this.#inFlight >= maxFailed) return undefined;
    this.#inFlight++;
    try {
      return { result: await send() };
    } catch (error) {
      this.#failedAt = [...this.#failedAt, this.#clock.now()];
      throw error;
    } finally {
      this.#inFlight--;
    }
  }
}

/** The pace of all resources of the process. */
export const resendPaceOf = cachedPerServices(({ clock }) => new ResendPace(clock));
