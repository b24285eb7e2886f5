import type { Clock } from "../clock";
import { endOfTime, maxPassing } from "./world/moment";

/** More than eleven days a second. */
const maxSpeed = 1_000_000;

/** How the emulator's time stands to the one outside. */
export interface ClockView {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  /** The same moment in words. */
  readonly time: string;
  /** Emulated seconds a second. */
  readonly speed: number;
  readonly frozen: boolean;
}

/** Where the emulator's time stood at a moment of the clock outside. */
export interface KeptClock {
  readonly time: number;
  readonly outside: number;
  readonly speed: number;
  readonly frozen: boolean;
}

/** The emulator's own time: another clock's, sped up, moved ahead, or frozen. It never goes back. */
export class EmulatorClock {
  readonly #base: Clock;
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
    return this.#frozen ? this.#time : this.#time + (this.#base.now() - this.#anchor) * this.#speed;
  }

  view(): ClockView {
    const now = this.now();
    return { now, time: new Date(now).toISOString(), speed: this.#speed, frozen: this.#frozen };
  }

  /** Goes on from where it was kept, as if it had run all the while. */
  resume({ time, outside, speed, frozen }: KeptClock): void {
    // The clock outside may have been set back meanwhile.
    this.#anchor = Math.min(outside, this.#base.now());
    this.#time = time;
    this.#speed = checkedSpeed(speed);
    this.#frozen = frozen;
  }

  kept(): KeptClock {
    this.#settle();
    return { time: this.#time, outside: this.#anchor, speed: this.#speed, frozen: this.#frozen };
  }

  /** Throws a `RangeError` for a length by which the time can't be moved ahead. */
  check(milliseconds: number): void {
    if (!(milliseconds >= 0 && milliseconds <= maxPassing)) {
      throw new RangeError(
        `clock.advance: ${milliseconds} is not from 0 to ${maxPassing} milliseconds, which are ten years. Call it several times.`,
      );
    }
    if (this.now() + milliseconds > endOfTime) {
      throw new RangeError(
        "clock.advance: the emulator's time ends with the year 8999. Start another emulator.",
      );
    }
  }

  /** Moves the time ahead, also while it is frozen. */
  advance(milliseconds: number): void {
    this.check(milliseconds);
    this.#settle();
    this.#time += milliseconds;
  }

  freeze(frozen: boolean): void {
    this.#settle();
    this.#frozen = frozen;
  }

  setSpeed(speed: number): void {
    this.#settle();
    this.#speed = checkedSpeed(speed);
  }

  /** Goes on from a later moment, for a world that was saved there. */
  moveTo(time: number): void {
    this.#settle();
    this.#time = Math.max(this.#time, time);
  }

  #settle(): void {
    this.#time = this.now();
    this.#anchor = this.#base.now();
  }
}

function checkedSpeed(speed: number): number {
  if (speed > 0 && speed <= maxSpeed) return speed;
  throw new RangeError(
    `clock.speed: ${speed} is not a number above 0 and up to ${maxSpeed}; freeze the clock to make it stand still.`,
  );
}
