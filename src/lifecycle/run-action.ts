import type { CallOptions, NodecloudError } from "../client";
import { BusyTracker, maxBusyTime, mayBeBusy, shortError } from "./busy";
import type { Collection } from "./collection";
import { maxListLag } from "./confirm-absence";
import { formatDuration } from "./deadline";
import { causeOf, isAccessDenied, isAmbiguous, isNotFound, LifecycleError } from "./failures";
import { pollInterval, pollRate } from "./poll-interval";
import { resendPaceOf } from "./resend-pace";
import type { Task } from "./task";

/** An action on an existing object. It is carried out once, and only if it is needed. */
export interface Action<Live> {
  readonly kind: string;
  readonly id: string;
  readonly collection: Collection<Live>;
  /** The object as read within the last 5 s. It replaces the first read. */
  readonly recent?: Live | undefined;
  /** The action deletes the object and the caller waits until it no longer exists, so no read follows. */
  readonly deletes?: true;
  /** A view may still return the object after the service deleted it, so an accepted delete or a 404 response completes the action. */
  readonly isViewableWhenDeleted?: boolean | undefined;
  /** Called if the request returned 404 and a read shows that the object was deleted or is already as the action would leave it. */
  readonly onMissing?: () => void;
  /** Called if the request was, or may have been, carried out. */
  readonly onSent?: (() => void) | undefined;
  /** Completes the sentence "could not <verb> instance 5": `boot`, `enable backups of`. */
  readonly verb: string;
  /** Whether the object is already as the action would leave it. */
  readonly isDone: (live: Live) => boolean;
  /**
   * The state of the object if it is idle; undefined if it is busy. Without this function, objects of this kind are never busy, and no
   * error is retried.
   */
  readonly idleState?: ((live: Live) => string | undefined) | undefined;
  /** A hint for the user if the service rejects the action. */
  readonly hint?: string | undefined;
  /** In milliseconds: how long after the service accepted the action a read may not reflect it yet. Default: 0. */
  readonly visibleWithin?: number | undefined;
  /**
   * Whether a read may still return the object as it was before the accepted action. If so, an object that the action has not changed as
   * expected is read again for up to 10 s. Default: it is not.
   */
  readonly mayBeOld?: ((live: Live, before: Live) => boolean) | undefined;
  readonly send: (live: Live, options: CallOptions) => Promise<unknown>;
}

/** In milliseconds: how long views may lag behind an accepted action. */
const maxChangeLag = 10_000;
/** The maximum number of times that a request is sent whose responses report success but cannot be read, while no read shows its effect. */
const maxUnreadable = 3;
/** In milliseconds: while a delete is rejected, earlier reads stay valid for this long. */
const rejectedReadAge = 5000;

/**
 * Reads the object, acts if that is needed, and reads it again. If a failure leaves open whether the action was carried out, the request is
 * sent again only after a read shows that it was not. An error that may mean that the object is busy is retried until the deadline, unless
 * it proves to be permanent. A 404 for an object that a read returns is retried for a minute: reads may lag behind, or changes to a new
 * object may. Returns undefined if the object no longer exists.
 */
export async function runAction<Live>(task: Task, action: Action<Live>): Promise<Live | undefined> {
  const { clock } = task.services;
  const { kind, id, collection, verb } = action;
  const startedAt = clock.now();
  const busy = new BusyTracker();
  const pace = resendPaceOf(task.services);
  const waitAfter = async (failure: unknown, rate: number = pollRate.normal): Promise<void> => {
    const interval = pollInterval(clock.now() - startedAt, clock, rate);
    if (clock.now() + interval > task.deadline.at) {
      const cause = `Timed out while trying to ${verb} ${kind} ${id} (set a longer timeout in \`timeouts\`): ${causeOf(failure)}`;
      throw withHint(cause, mayBeBusy(failure) ? action.hint : undefined);
    }
    task.reportProgress(
      mayBeBusy(failure)
        ? `could not ${verb} ${kind} ${id} yet (${shortError(failure)}); retrying`
        : `waiting to ${verb} ${kind} ${id}`,
    );
    await collection.sleep(id, interval);
  };
  /** A failure that leaves open whether the request was carried out, and until when it is not sent again: a read may not reflect it yet. */
  let ambiguous: { readonly failure: unknown; readonly until: number; readonly rate: number } | undefined;
  /** The object before the accepted action. */
  let accepted: { readonly before: Live; readonly at: number } | undefined;
  let unreadable = 0;
  /** When the service first responded to the request with 404. */
  let missingSince: number | undefined;
  /** If set, a shared read from this time or later replaces a view of this object. */
  let sharedSince: number | undefined;
  /** Whether every request so far was a delete that the service definitely rejected. */
  const isUntouched = () => action.deletes === true && !ambiguous && missingSince === undefined;
  const reportMissing = (): undefined => {
    if (missingSince !== undefined && !ambiguous) action.onMissing?.();
  };
  /** In an outage, and while many deletes are rejected, a view for each object would send far too many requests. */
  const read = async (): Promise<Live | undefined> => {
    const { deadline } = task;
    if (sharedSince === undefined) return collection.view(id, { deadline });
    // A list may lag behind. That matters only if the object may have changed since.
    return isUntouched()
      ? collection.readAgain(id, sharedSince, deadline)
      : collection.viewAgain(id, sharedSince, deadline);
  };
  /** A request that is rejected while the object may be busy changed nothing, so lists that others request in the meantime are valid. */
  const send = async (live: Live): Promise<void> => {
    try {
      await action.send(live, { deadline: task.deadline });
    } catch (error) {
      if (!mayBeBusy(error)) collection.markChanged(id);
      throw error;
    }
    collection.markChanged(id);
  };
  let isSent = false;
  let readAt = startedAt;
  let { recent } = action;
  for (;;) {
    let live: Live | undefined = recent;
    const isRecent = recent !== undefined;
    const begunAt = clock.now();
    try {
      if (!isRecent) {
        live = await read();
        readAt = clock.now();
      }
      recent = undefined;
      sharedSince = undefined;
    } catch (error) {
      // Until something was sent or created, a failed read ends the action. Afterwards it is retried.
      if (!(isSent || task.isCreated) || isAccessDenied(error)) throw error;
      busy.reset();
      sharedSince = begunAt;
      await waitAfter(error, pollRate.relaxed);
      continue;
    }
    if (live === undefined) return reportMissing();
    if (accepted) {
      const waited = clock.now() - accepted.at;
      const interval = pollInterval(waited, clock);
      const isLate = waited >= maxChangeLag || clock.now() + interval > task.deadline.at;
      if (isLate || action.isDone(live) || !action.mayBeOld?.(live, accepted.before)) return live;
      task.reportProgress(`waiting for ${kind} ${id} to reflect the change`);
      await collection.sleep(id, interval);
      continue;
    }
    if (action.isDone(live)) {
      // The recent object may come from a list, which may lag behind.
      if (isRecent) continue;
      reportMissing();
      return live;
    }
    if (ambiguous && clock.now() < ambiguous.until) {
      await waitAfter(ambiguous.failure, ambiguous.rate);
      continue;
    }
    if (ambiguous && !pace.begin()) {
      await waitAfter(ambiguous.failure, pollRate.relaxed);
      continue;
    }
    try {
      isSent = true;
      await (ambiguous ? pace.end(send(live)) : send(live));
      action.onSent?.();
      accepted = { before: live, at: clock.now() };
      if (!action.deletes) continue;
      collection.markDeleted(id, true);
      return action.isViewableWhenDeleted ? undefined : live;
    } catch (error) {
      if (isNotFound(error)) {
        const isFirst = missingSince === undefined;
        missingSince ??= clock.now();
        if (action.deletes && action.isViewableWhenDeleted) return reportMissing();
        if (clock.now() - missingSince >= maxListLag) {
          const attempts = `Every attempt to ${verb} ${kind} ${id} failed for ${formatDuration(maxListLag)}, although reads return it`;
          throw new LifecycleError(`${attempts}: ${causeOf(error)}.`);
        }
        // The object was deleted after it was read. The next read confirms that, unless it lags behind.
        if (!isFirst) await waitAfter(error, pollRate.relaxed);
        continue;
      }
      if (isAmbiguous(error)) {
        busy.reset();
        action.onSent?.();
        if (isSuccess(error) && !action.deletes) unreadable++;
        if (unreadable === maxUnreadable) {
          // The service may keep a value other than the sent one, and then another request would not change that.
          accepted = { before: live, at: clock.now() };
          continue;
        }
        if (action.deletes) collection.markDeleted(id, false);
        const { retryAfter = 0 } = error;
        if (clock.now() + retryAfter >= task.deadline.at) {
          throw new LifecycleError(
            `Could not ${verb} ${kind} ${id}: ${causeOf(error)}. The service asks to wait ${formatDuration(retryAfter)}, longer than the timeout. Run the command again after that.`,
          );
        }
        const { visibleWithin = 0 } = action;
        const rate = retryAfter > visibleWithin ? pollRate.relaxed : pollRate.normal;
        ambiguous = { failure: error, until: clock.now() + Math.max(visibleWithin, retryAfter), rate };
      } else if (!action.idleState || !mayBeBusy(error)) {
        throw action.hint === undefined ? error : withHint(causeOf(error), action.hint);
      } else if (busy.isRejected(error, action.idleState(live), clock.now())) {
        const attempts = `Every attempt to ${verb} ${kind} ${id} failed for ${formatDuration(maxBusyTime)} although it is idle`;
        throw withHint(`${attempts}: ${causeOf(error)}`, action.hint);
      }
      // Only a list that was requested after this read counts.
      if (action.deletes && !ambiguous) sharedSince = readAt + 1;
      await waitAfter(error);
      if (isUntouched() && clock.now() - readAt < rejectedReadAge) recent = live;
    }
  }
}

function isSuccess({ status = 0 }: NodecloudError): boolean {
  return status >= 200 && status < 300;
}

function withHint(cause: string, hint: string | undefined): LifecycleError {
  return new LifecycleError(hint === undefined ? `${cause}.` : `${cause}. ${hint}`);
}
