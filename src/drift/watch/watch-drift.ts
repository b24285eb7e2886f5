import { axiosTransport } from "../../client";
import { realClock } from "../../clock";
import { checkDriftOptions } from "../check-options";
import { openDetection } from "../detection";
import type { WatchEvent } from "../types.generated";
import { follow } from "./follow";
import { type WatchOptions, watchTimes } from "./watch-options";

/**
 * Compares stacks with their accounts as `detectDrift` does, and then follows the event logs of the accounts: it reads the objects of
 * events again, and reports changes. It also runs a full scan once an hour, because the service does not promise that its log is complete.
 * Sends only reads. It continues until `interrupt` is aborted, which ends the iteration, or until the caller leaves the loop.
 * @throws As `detectDrift`, but only before the first event. Later failures are events. Also an error if `interrupt` is aborted before
 * the first scan has ended, and UsageError for an interval that is not a duration or out of bounds.
 */
export async function* watchDrift(options: WatchOptions): AsyncGenerator<WatchEvent, void, undefined> {
  checkDriftOptions(options);
  const { clock = realClock, interrupt, transport = axiosTransport() } = options;
  const setup = { ...watchTimes(options), clock, open: () => openDetection({ ...options, transport }) };
  yield* follow(setup, clock, interrupt);
}
