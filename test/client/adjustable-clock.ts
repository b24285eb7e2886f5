import { VirtualClock } from "../../src/clock";

/** A clock that can be set back or forward, which its timers ignore. */
export class AdjustableClock extends VirtualClock {
  /** In milliseconds. */
  adjustment = 0;

  override now(): number {
    return super.now() + this.adjustment;
  }
}
