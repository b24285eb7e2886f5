import { fullName, type RecordedStack, type StackUpdate } from "../recorded-stack";
import type { Finding } from "../types.generated";

/** The stacks that are being updated. Until the update has ended, their states do not match the account. */
export class RunningUpdates {
  readonly #since = new Map<string, number>();
  readonly #maxHold: number;

  /** @param maxHold In milliseconds: after which time a running update no longer holds findings back, because it may never end. */
  constructor(maxHold: number) {
    this.#maxHold = maxHold;
  }

  update(updates: ReadonlyMap<RecordedStack, StackUpdate>, now: number): void {
    const running = [...updates]
      .filter(([, { state }]) => state === "running")
      .map(([stack]) => fullName(stack));
    for (const name of this.#since.keys()) if (!running.includes(name)) this.#since.delete(name);
    // The clock may have been set back since.
    for (const name of running) this.#since.set(name, Math.min(this.#since.get(name) ?? now, now));
  }

  /** Whether the finding may come from an update that is not finished. An object that no stack records may be one that the update creates. */
  isHeld({ stack }: Finding, now: number): boolean {
    return [...this.#since].some(
      ([name, since]) => (stack === null || name === stack) && now - since < this.#maxHold,
    );
  }
}
