import { NodecloudError } from "../client";

/** The statuses by which services refuse an action while another one runs; which one it is, section 7 leaves open. */
const busyStatuses: readonly (number | undefined)[] = [400, 403, 409, 422, 423];

/** Whether the service refused without naming a field, so that it may only be busy. Its words are never interpreted. */
export function mayBeBusy(error: unknown): error is NodecloudError {
  return (
    error instanceof NodecloudError &&
    busyStatuses.includes(error.status) &&
    error.effect === "none" &&
    error.fieldErrors.every(({ field }) => !field)
  );
}

/** A refusal that does not change for so many milliseconds, while nothing happens to the thing, is final. */
export const maxBusyTime = 120_000;

/** Tells a refusal that passes from one that stays. */
export class BusyTracker {
  #seen: { readonly words: string; readonly rest: string; readonly since: number } | undefined;

  /**
   * Whether this refusal is final: the same, word for word, for two minutes, and the thing unchanged and at rest all that time.
   * @param rest How the thing is while nothing happens to it; undefined while something does, or when that is unknown.
   */
  isRejected(refusal: NodecloudError, rest: string | undefined, now: number): boolean {
    const words = JSON.stringify([refusal.status, refusal.fieldErrors]);
    if (rest === undefined) this.#seen = undefined;
    else if (this.#seen?.words !== words || this.#seen.rest !== rest)
      this.#seen = { words, rest, since: now };
    return this.#seen !== undefined && now - this.#seen.since >= maxBusyTime;
  }

  /** Something else happened in between: a failed read, or a failure that leaves the effect unknown. */
  reset(): void {
    this.#seen = undefined;
  }
}

/** What the service said, for progress messages. */
export function errorText({ status, fieldErrors }: NodecloudError): string {
  const reasons = fieldErrors.map(({ reason }) => reason).join("; ");
  return reasons ? `${status}: ${reasons}` : `${status}`;
}
