import type { CallOptions } from "../client";
import { messageOf } from "../unknown";
import { BusyTracker, errorText, maxBusyTime, mayBeBusy } from "./busy";
import { formatDuration } from "./deadline";
import type { Task } from "./definition";
import { LifecycleError } from "./failures";
import { pollInterval } from "./poll-interval";

export interface BusyCreate<Live> {
  /** What it does, in words: `clone instance 5`. */
  readonly what: string;
  /** How that which it is made from is while nothing happens to it; undefined while something does, or when that is unknown. */
  readonly idleState: (status: number | undefined) => Promise<string | undefined>;
  readonly send: (options: CallOptions) => Promise<Live>;
}

/**
 * A `send` for `createOnce` that repeats a refusal which may only mean that the source is busy, as `act` does. Only the first call is
 * patient: the ones after it follow a create that may have been carried out, and a refusal of theirs is reason to look for it.
 */
export function retryWhileBusy<Live>(
  task: Task<unknown>,
  create: BusyCreate<Live>,
): (options: CallOptions) => Promise<Live> {
  const { clock } = task.services;
  let isFirst = true;
  return async (options) => {
    if (!isFirst) return create.send(options);
    isFirst = false;
    const begun = clock.now();
    for (const refusals = new BusyTracker(); ; ) {
      try {
        return await create.send(options);
      } catch (error) {
        const pause = pollInterval(clock.now() - begun, clock);
        if (!mayBeBusy(error) || clock.now() + pause > task.deadline.at) throw error;
        const rest = await create.idleState(error.status).catch(() => undefined);
        if (refusals.isRejected(error, rest, clock.now())) {
          throw new LifecycleError(
            `${messageOf(error)} It refused to ${create.what} in the same words for ${formatDuration(maxBusyTime)}, and nothing is seen to be under way.`,
          );
        }
        task.reportProgress(`the service does not ${create.what} yet (${errorText(error)}); trying again`);
        await clock.sleep(pause);
      }
    }
  };
}
