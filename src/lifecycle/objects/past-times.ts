import type { Clock } from "../../clock";

/** When something last happened to each object. */
export class PastTimes {
  readonly #clock: Clock;
  readonly #times = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  mark(id: string, time = this.#clock.now()): void {
    this.#times.set(id, time);
  }

  /** Undefined if it never happened. If that is in the future, because the clock was set back since, it counts as having happened now. */
  last(id: string): number | undefined {
    const time = this.#times.get(id);
    if (time !== undefined && time > this.#clock.now()) this.mark(id);
    return this.#times.get(id);
  }
}
