import type { Clock } from "../../clock";
import { cachedPerServices } from "../services";

/** The maximum number of requests sent again that may fail within `period` or be in flight. */
const maxFailed = 20;
/** In milliseconds. */
const period = 60_000;

/**
 * Paces the requests that are sent again after a failure that left open whether they were carried out. While all of them fail, as during
 * the maintenance of a service that still serves reads, many resources together send few. Once they succeed, they are no longer limited.
 */
export class ResendPace {
  readonly #clock: Clock;
  #failedAt: readonly number[] = [];
  #inFlight = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a request may be sent again now. The caller then sends it and passes it to `end`. */
  begin(): boolean {
    const since = this.#clock.now() - period;
    this.#failedAt = this.#failedAt.filter((at) => at > since);
    if (this.#failedAt.length + this.#inFlight >= maxFailed) return false;
    this.#inFlight++;
    return true;
  }

  /** Waits for a request that was begun. */
  async end<T>(sent: Promise<T>): Promise<T> {
    try {
      return await sent;
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
