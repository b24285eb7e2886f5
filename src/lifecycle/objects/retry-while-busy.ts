import { formatDuration } from "../deadline";
import { causeOf, LifecycleError } from "../failures";
import type { Task } from "../task";
import { BusyTracker, maxBusyTime, mayBeBusy, summarizeError } from "./busy";
import { pollInterval } from "./poll-interval";

/** What a create copies from, and what may therefore be busy. */
export interface CreateSource {
  /** Describes the request: `clone instance 5`. */
  readonly what: string;
  /** The state of the source if it is idle. Undefined if it is busy or if that is unknown. */
  readonly idleState: (status: number | undefined) => Promise<string | undefined>;
}

/** Sends a request again as long as its errors may only mean that the source is busy, as `runAction` does. */
export async function retryWhileBusy<Result>(
  { services: { clock }, deadline, reportProgress }: Task,
  { what, idleState }: CreateSource,
  send: () => Promise<Result>,
): Promise<Result> {
  const startedAt = clock.now();
  for (const busy = new BusyTracker(); ; ) {
    try {
      return await send();
    } catch (error) {
      const interval = pollInterval(clock.now() - startedAt, clock);
      if (!mayBeBusy(error) || clock.now() + interval > deadline.at) throw error;
      const state = await idleState(error.status).catch(() => undefined);
      if (busy.isRejected(error, state, clock.now())) {
        throw new LifecycleError(
          `Every attempt to ${what} failed for ${formatDuration(maxBusyTime)}, with no other job running: ${causeOf(error)}. Nothing was changed.`,
        );
      }
      reportProgress(`could not ${what} yet (${summarizeError(error)}); retrying`);
      await clock.sleep(interval);
    }
  }
}
