import type { CallOptions } from "../client";
import type { Reader } from "./collection";
import type { Task } from "./definition";
import { isAmbiguous, isNotFound, isRefusal, isRefusedToLook, LifecycleError, messageOf } from "./failures";
import { pauseBetweenLooks } from "./pace";

/** An action on a thing, which is carried out once and only where it is needed. */
export interface Action<Live> {
  readonly noun: string;
  readonly id: string;
  readonly collection: Reader<Live>;
  /** As it was seen within the last 5 s: the first look is spared. */
  readonly known?: Live;
  /** It deletes the thing, and whoever asked waits for the absence: no look follows. */
  readonly removes?: true;
  /** What it does, in words: `boot`. */
  readonly what: string;
  /** Whether the thing is already as the action would leave it. */
  readonly isDone: (live: Live) => boolean;
  /** Whether a refusal of the action may only mean that the thing is busy now. */
  readonly mayBeBusy: (live: Live) => boolean;
  /** What to know when it is refused. */
  readonly hint?: string | undefined;
  readonly send: (live: Live, options: CallOptions) => Promise<unknown>;
}

/**
 * Looks, acts where that is needed, and looks again. After a failure that leaves open whether the action was carried out it
 * is sent again only when a look shows that it was not; a thing that is busy is waited for until the deadline.
 * Answers undefined when the thing is gone.
 */
export async function act<Live>(task: Task<unknown>, action: Action<Live>): Promise<Live | undefined> {
  const { clock } = task.services;
  const { noun, id, collection, what } = action;
  const begun = clock.now();
  const pauseAfter = async (failure: unknown): Promise<void> => {
    const pause = pauseBetweenLooks(clock.now() - begun, clock);
    if (clock.now() + pause > task.deadline.at) {
      throw new LifecycleError(
        `${messageOf(failure)} Tried to ${what} ${noun} ${id} until the time allowed was over.`,
      );
    }
    task.say(`${noun} ${id} is not ready to ${what} yet; trying again`);
    await clock.sleep(pause);
  };
  let missing = false;
  for (let sent = false, done = false, { known } = action; ; known = undefined) {
    let live: Live | undefined;
    try {
      live = known ?? (await collection.view(id, { deadline: task.deadline }));
    } catch (error) {
      // Before anything was sent a failed look ends it; afterwards it is only a look that failed.
      if (!sent || isRefusedToLook(error)) throw error;
      await pauseAfter(error);
      continue;
    }
    if (live === undefined || done || action.isDone(live)) return live;
    try {
      sent = true;
      await action.send(live, { deadline: task.deadline });
      done = true;
      if (action.removes) return live;
    } catch (error) {
      // It was deleted since it was seen, which the next look confirms.
      if (isNotFound(error) && !missing) {
        missing = true;
        continue;
      }
      const again = isAmbiguous(error) || (isRefusal(error) && action.mayBeBusy(live));
      if (!again) {
        throw action.hint === undefined ? error : new LifecycleError(`${messageOf(error)} ${action.hint}`);
      }
      await pauseAfter(error);
    } finally {
      collection.wrote(id);
    }
  }
}
