import type { Clock } from "../clock";
import { endOfTime, maxAdvance } from "./world/moment";

/** More than eleven emulated days a second. */
const maxSpeed = 1_000_000;

/** The state of the emulator's clock. */
export interface ClockView {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  /** The same time in ISO 8601: `2022-03-21T09:00:00.000Z`. */
  readonly time: string;
  /** Emulated seconds per real second. */
  readonly speed: number;
  readonly frozen: boolean;
}

/** The state of the emulator's clock, with the time of the base clock at which it held (`outside`). */
export interface SavedClock {
  readonly time: number;
  readonly outside: number;
  readonly speed: number;
  readonly frozen: boolean;
}

/** The emulator's time: that of a base clock, which can be sped up, advanced or frozen. For callers it never goes back. */
export class EmulatorClock {
  readonly #base: Clock;
  /** The time of the base clock at which `#time` held. */
  #anchor: number;
  #time: number;
  #speed: number;
  #frozen = false;

  constructor(base: Clock, speed = 1) {
    this.#base = base;
    this.#anchor = base.now();
    this.#time = this.#anchor;
    this.#speed = checkedSpeed(speed);
  }

  now(): number {
    this.#reanchor();
    return this.#time;
  }

  view(): ClockView {
    const now = this.now();
    return { now, time: new Date(now).toISOString(), speed: this.#speed, frozen: this.#frozen };
  }

  /** Continues from a saved state, as if the clock had run since. */
  resume({ time, outside, speed, frozen }: SavedClock): void {
    this.#anchor = outside;
    this.#time = time;
    this.#speed = checkedSpeed(speed);
    this.#frozen = frozen;
  }

  save(): SavedClock {
    this.#reanchor();
    return { time: this.#time, outside: this.#anchor, speed: this.#speed, frozen: this.#frozen };
  }

  /** Throws a `RangeError` for a duration by which the clock cannot be advanced. */
  checkAdvance(milliseconds: number): void {
    if (!(milliseconds >= 0 && milliseconds <= maxAdvance)) {
      throw new RangeError(
        `clock.advance: ${milliseconds} is not between 0 and ${maxAdvance} milliseconds (ten years). To advance further, call it several times.`,
      );
    }
    if (this.now() + milliseconds > endOfTime) {
      throw new RangeError(
        "clock.advance: the emulator's time ends with the year 8999. Start another emulator.",
      );
    }
  }

  /** Advances the time, even while the clock is frozen. */
  advance(milliseconds: number): void {
    this.checkAdvance(milliseconds);
    this.#reanchor();
    this.#time += milliseconds;
  }

  freeze(frozen: boolean): void {
    this.#reanchor();
    this.#frozen = frozen;
  }

  setSpeed(speed: number): void {
    this.#reanchor();
    this.#speed = checkedSpeed(speed);
  }

  /**
   * Continues from an earlier time, because not all transitions that are due could be carried out. A view of the clock may have shown a
   * later one.
   */
  fallBehind(time: number): void {
    this.#reanchor();
    this.#time = Math.min(this.#time, time);
  }

  /** Continues from a later time, at which a loaded world was saved. Has no effect with an earlier time. */
  moveTo(time: number): void {
    this.#reanchor();
    this.#time = Math.max(this.#time, time);
  }

  #reanchor(): void {
    const outside = this.#base.now();
    // The base clock may have been set back.
    if (!this.#frozen) this.#time += Math.max(0, outside - this.#anchor) * this.#speed;
    this.#anchor = outside;
  }
}

function checkedSpeed(speed: number): number {
  if (speed > 0 && speed <= maxSpeed) return speed;
  throw new RangeError(
    `clock.speed: ${speed} must be greater than 0 and at most ${maxSpeed}. To stop the clock, freeze it.`,
  );
}
