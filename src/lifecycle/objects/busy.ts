import { NodecloudError } from "../../client";

/** Statuses with which services reject a request while the object is busy. Section 7 does not specify one. */
const busyStatuses: readonly (number | undefined)[] = [400, 403, 409, 422, 423];

/** Whether the error names no field, so the object may only be busy. The wording of the error is never interpreted. */
export function mayBeBusy(error: unknown): error is NodecloudError {
  return (
    error instanceof NodecloudError &&
    busyStatuses.includes(error.status) &&
    error.effect === "none" &&
    error.fieldErrors.every(({ field }) => !field)
  );
}

/** In milliseconds: an error that stays the same for this long while the object is idle is permanent. */
export const maxBusyTime = 120_000;

/** Distinguishes temporary errors from permanent ones over several attempts. */
export class BusyTracker {
  #first: { readonly error: string; readonly idleState: string; readonly at: number } | undefined;

  /**
   * Whether this error is permanent: every attempt for two minutes failed with it, and the object was idle and unchanged.
   * @param idleState The state of the object if it is idle. Undefined if it is busy or if that is unknown.
   */
  isRejected({ status, fieldErrors }: NodecloudError, idleState: string | undefined, now: number): boolean {
    const error = JSON.stringify([status, fieldErrors]);
    if (idleState === undefined) this.#first = undefined;
    else if (this.#first?.error !== error || this.#first.idleState !== idleState)
      this.#first = { error, idleState, at: now };
    return this.#first !== undefined && now - this.#first.at >= maxBusyTime;
  }

  /** Starts over after any other outcome: a failed read, or a request whose effect is unknown. */
  reset(): void {
    this.#first = undefined;
  }
}

/** The status and the reasons of an error, for progress messages. */
export function summarizeError({ status, fieldErrors }: NodecloudError): string {
  const reasons = fieldErrors.map(({ reason }) => reason).join("; ");
  return reasons ? `${status}: ${reasons}` : `${status}`;
}
