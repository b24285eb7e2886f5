import { axiosTransport } from "../../client";
import { type Clock, realClock } from "../../clock";
import { openDetection } from "../detect-drift";
import { Watch, type WatchSetup } from "./watch";
import type { WatchEvent } from "./watch-event";
import { type WatchOptions, watchTimes } from "./watch-options";

/**
 * Compares stacks with their accounts as `detectDrift` does, and then follows the event logs of the accounts: it reads again what
 * events touch, reports what changes, and reads everything once in an hour, because the service does not promise that its log is
 * complete. Sends only reads. It goes on until `interrupt` is aborted, which ends the iteration, or until the caller leaves the loop.
 * @throws As `detectDrift`, but only before the first event. Later failures are events. Also an error if `interrupt` is aborted before
 * the first scan has ended, and UsageError for an interval that is no duration or out of bounds.
 */
export async function* watchDrift(options: WatchOptions): AsyncGenerator<WatchEvent, void, undefined> {
  const { clock = realClock, interrupt, transport = axiosTransport() } = options;
  const setup = { ...watchTimes(options), clock, open: () => openDetection({ ...options, transport }) };
  yield* follow(setup, clock, interrupt);
}

/** The events of a watch, until it is interrupted. */
export async function* follow(
  setup: WatchSetup,
  clock: Clock,
  interrupt: AbortSignal | undefined,
): AsyncGenerator<WatchEvent, void, undefined> {
  const watch = new Watch(setup, await setup.open());
  yield* await watch.start();
  for (;;) {
    const events = await orInterrupt(nextStep(watch, clock, interrupt), interrupt);
    if (events === "interrupted") return;
    yield* events;
  }
}

async function nextStep(watch: Watch, clock: Clock, interrupt: AbortSignal | undefined) {
  await clock.sleep(watch.pause, interrupt);
  return watch.step();
}

/** Does not wait for requests in flight once it is interrupted. */
function orInterrupt<T>(work: Promise<T>, interrupt: AbortSignal | undefined): Promise<T | "interrupted"> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve("interrupted");
    if (interrupt?.aborted) onAbort();
    interrupt?.addEventListener("abort", onAbort, { once: true });
    work
      .then(resolve, (error: unknown) => (interrupt?.aborted ? onAbort() : reject(error)))
      .finally(() => interrupt?.removeEventListener("abort", onAbort));
  });
}
