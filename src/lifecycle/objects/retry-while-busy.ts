import type { CallOptions } from "../../client";
import { formatDuration } from "../deadline";
import { causeOf, LifecycleError } from "../failures";
import type { Task } from "../task";
import { BusyTracker, maxBusyTime, mayBeBusy, summarizeError } from "./busy";
import { pollInterval } from "./poll-interval";

export interface BusyCreate<Live> {
  /** Describes the request: `clone instance 5`. */
  readonly what: string;
  /** The state of the source if it is idle. Undefined if it is busy or if that is unknown. */
  readonly idleState: (status: number | undefined) => Promise<string | undefined>;
  readonly send: (options: CallOptions) => Promise<Live>;
}

/**
 * A `send` for `createOnce` that retries errors that may only mean that the source is busy, as `runAction` does. Only its first call
 * retries. Later calls follow a create that the service may have carried out, so `createOnce` searches for its result first.
 */
export function retryWhileBusy<Live>(
  task: Task,
  create: BusyCreate<Live>,
): (options: CallOptions) => Promise<Live> {
  const { clock } = task.services;
  let isFirst = true;
  return async (options) => {
    if (!isFirst) return create.send(options);
    isFirst = false;
    const startedAt = clock.now();
    for (const busy = new BusyTracker(); ; ) {
      try {
        return await create.send(options);
      } catch (error) {
        const interval = pollInterval(clock.now() - startedAt, clock);
        if (!mayBeBusy(error) || clock.now() + interval > task.deadline.at) throw error;
        const idleState = await create.idleState(error.status).catch(() => undefined);
        if (busy.isRejected(error, idleState, clock.now())) {
          throw new LifecycleError(
            `Every attempt to ${create.what} failed for ${formatDuration(maxBusyTime)}, with no other job running: ${causeOf(error)}. Nothing was changed.`,
          );
        }
        task.reportProgress(`could not ${create.what} yet (${summarizeError(error)}); retrying`);
        await clock.sleep(interval);
      }
    }
  };
}
