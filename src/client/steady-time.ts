import type { Clock } from "../clock";

/** The time of a clock, but it never goes back: while the clock is set back, this time continues from where it was. */
export class SteadyTime {
  readonly #clock: Pick<Clock, "now">;
  /** How far it is ahead of the clock, in milliseconds. */
  #ahead = 0;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** In milliseconds. */
  now(): number {
    this.reach(this.#latest);
    this.#latest = this.#clock.now() + this.#ahead;
    return this.#latest;
  }

  /** Makes it at least this time, because a timer that was set for it has ended. */
  reach(time: number): void {
    this.#ahead += Math.max(time - this.#clock.now() - this.#ahead, 0);
  }

  /** The clock's own time at this time. */
  onClock(time: number): number {
    return time - this.#ahead;
  }
}
