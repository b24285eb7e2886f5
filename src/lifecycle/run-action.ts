import type { CallOptions } from "../client";
import { messageOf } from "../unknown";
import { BusyTracker, errorText, maxBusyTime, mayBeBusy } from "./busy";
import type { Collection } from "./collection";
import { formatDuration } from "./deadline";
import type { Task } from "./definition";
import { isAccessDenied, isAmbiguous, isNotFound, LifecycleError } from "./failures";
import { pollInterval } from "./poll-interval";

/** An action on a thing, which is carried out once and only where it is needed. */
export interface Action<Live> {
  readonly kind: string;
  readonly id: string;
  readonly collection: Collection<Live>;
  /** As it was seen within the last 5 s: the first look is spared. */
  readonly recent?: Live;
  /** It deletes the thing, and whoever asked waits for the absence: no look follows. */
  readonly removes?: true;
  /** Told when the service answers 404 to the first request: the thing was gone before. */
  readonly onMissing?: () => void;
  /** Called when the request has been, or may have been, carried out. */
  readonly onSent?: () => void;
  /** What it does, in words: `boot`. */
  readonly verb: string;
  /** Whether the thing is already as the action would leave it. */
  readonly isDone: (live: Live) => boolean;
  /**
   * How the thing is while nothing happens to it; undefined while something does. Without this function things of this kind are
   * never busy, and every refusal is final.
   */
  readonly idleState?: ((live: Live) => string | undefined) | undefined;
  /** What to know when it is refused. */
  readonly hint?: string | undefined;
  /** For so many milliseconds after the action was accepted, a read may not show it yet. Default: 0. */
  readonly visibleWithin?: number | undefined;
  readonly send: (live: Live, options: CallOptions) => Promise<unknown>;
}

/**
 * Reads the thing, acts where that is needed, and reads it again. After a failure that leaves open whether the action was carried
 * out, it is sent again only when a read shows that it was not. A refusal that may mean that the thing is busy is repeated until the
 * deadline, unless it proves to be final. Answers undefined when the thing is gone.
 */
export async function runAction<Live>(task: Task<unknown>, action: Action<Live>): Promise<Live | undefined> {
  const { clock } = task.services;
  const { kind, id, collection, verb } = action;
  const begun = clock.now();
  const refusals = new BusyTracker();
  const pauseAfter = async (failure: unknown): Promise<void> => {
    const pause = pollInterval(clock.now() - begun, clock);
    if (clock.now() + pause > task.deadline.at) {
      throw new LifecycleError(
        `${messageOf(failure)} Tried to ${verb} ${kind} ${id} until the time allowed was over.`,
      );
    }
    task.reportProgress(
      mayBeBusy(failure)
        ? `the service does not ${verb} ${kind} ${id} yet (${errorText(failure)}); trying again`
        : `${kind} ${id} is not ready to ${verb} yet; trying again`,
    );
    await clock.sleep(pause);
  };
  const explained = (failure: unknown, ...notes: readonly (string | undefined)[]): unknown => {
    const given = notes.filter((note) => note !== undefined);
    return given.length === 0 ? failure : new LifecycleError([messageOf(failure), ...given].join(" "));
  };
  let inDoubt: { readonly failure: unknown; readonly until: number } | undefined;
  let missing = false;
  for (let sent = false, done = false, { recent } = action; ; recent = undefined) {
    let live: Live | undefined;
    try {
      live = recent ?? (await collection.view(id, { deadline: task.deadline }));
    } catch (error) {
      // Before anything was sent a failed read ends it; afterwards it is only a read that failed.
      if (!sent || isAccessDenied(error)) throw error;
      refusals.reset();
      await pauseAfter(error);
      continue;
    }
    if (live === undefined || done || action.isDone(live)) return live;
    if (inDoubt && clock.now() < inDoubt.until) {
      await pauseAfter(inDoubt.failure);
      continue;
    }
    try {
      sent = true;
      await action.send(live, { deadline: task.deadline });
      done = true;
      action.onSent?.();
      if (action.removes) return live;
    } catch (error) {
      // It was deleted since it was seen, which the next look confirms.
      if (isNotFound(error) && !missing) {
        missing = true;
        if (!inDoubt) action.onMissing?.();
        continue;
      }
      if (isAmbiguous(error)) {
        action.onSent?.();
        refusals.reset();
        inDoubt = { failure: error, until: clock.now() + (action.visibleWithin ?? 0) };
      } else if (!action.idleState || !mayBeBusy(error)) {
        throw explained(error, action.hint);
      } else if (refusals.isRejected(error, action.idleState(live), clock.now())) {
        const lasted = `It refused to ${verb} ${kind} ${id} in the same words for ${formatDuration(maxBusyTime)}, and nothing else happens to it.`;
        throw explained(error, lasted, action.hint);
      }
      await pauseAfter(error);
    } finally {
      collection.markChanged(id);
    }
  }
}
