import type { CallOptions, NodecloudError } from "../../client";
import type { Clock } from "../../clock";
import { formatDuration } from "../deadline";
import { causeOf, isAborted, isAccessDenied, isAmbiguous, isNotFound, LifecycleError } from "../failures";
import type { Task } from "../task";
import { BusyTracker, maxBusyTime, mayBeBusy, summarizeError } from "./busy";
import type { Collection } from "./collection";
import { maxListLag } from "./confirm-absence";
import { pollInterval, pollRate } from "./poll-interval";
import { type ResendPace, resendPaceOf } from "./resend-pace";

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
export function runAction<Live>(task: Task, action: Action<Live>): Promise<Live | undefined> {
  return new ActionRun(task, action).run();
}

/** An action that the service accepted. */
interface Accepted<Live> {
  /** The object before the action. */
  readonly before: Live;
  readonly at: number;
}

/** The end of an action, with the object that it leaves. */
interface Ended<Live> {
  readonly live: Live | undefined;
}

class ActionRun<Live> {
  readonly #task: Task;
  readonly #action: Action<Live>;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #pace: ResendPace;
  readonly #busy = new BusyTracker();
  #isSent = false;
  /** The object as read within the last 5 s. */
  #recent: Live | undefined;
  #readAt: number;
  /** If set, a shared read from this time or later replaces a view of this object. */
  #sharedSince: number | undefined;
  #accepted: Accepted<Live> | undefined;
  /** A failure that leaves open whether the request was carried out, and until when it is not sent again: a read may not reflect it yet. */
  #ambiguous: { readonly failure: unknown; readonly until: number; readonly rate: number } | undefined;
  /** The number of responses that report success but cannot be read. */
  #unreadable = 0;
  /** When the service first responded to the request with 404. */
  #missingSince: number | undefined;

  constructor(task: Task, action: Action<Live>) {
    this.#task = task;
    this.#action = action;
    this.#clock = task.services.clock;
    this.#startedAt = this.#clock.now();
    this.#readAt = this.#startedAt;
    this.#pace = resendPaceOf(task.services);
    this.#recent = action.recent;
  }

  async run(): Promise<Live | undefined> {
    for (;;) {
      const isRecent = this.#recent !== undefined;
      const live = this.#recent ?? (await this.#read());
      this.#recent = undefined;
      this.#sharedSince = undefined;
      if (live === undefined) return this.#reportMissing();
      if (this.#accepted) {
        if (await this.#showsChange(live, this.#accepted)) return live;
        continue;
      }
      if (this.#action.isDone(live)) {
        // The recent object may come from a list, which may lag behind.
        if (isRecent) continue;
        this.#reportMissing();
        return live;
      }
      if (!(await this.#maySend())) continue;
      const ended = await this.#act(live);
      if (ended) return ended.live;
    }
  }

  /** Reads the object. Until something was sent or created, a failed read ends the action. Afterwards it is retried. */
  async #read(): Promise<Live | undefined> {
    for (;;) {
      const begunAt = this.#clock.now();
      try {
        const live = await this.#readOnce();
        this.#readAt = this.#clock.now();
        return live;
      } catch (error) {
        if (!(this.#isSent || this.#task.isCreated) || isAccessDenied(error)) throw error;
        this.#busy.reset();
        this.#sharedSince = begunAt;
        await this.#waitAfter(error, pollRate.relaxed);
      }
    }
  }

  /** In an outage, and while many deletes are rejected, a view for each object would send far too many requests. */
  async #readOnce(): Promise<Live | undefined> {
    const { collection, id } = this.#action;
    const { deadline } = this.#task;
    const since = this.#sharedSince;
    if (since === undefined) return collection.view(id, { deadline });
    // A list may lag behind. That matters only if the object may have changed since.
    return this.#isUntouched
      ? collection.readAgain(id, since, deadline)
      : collection.viewAgain(id, since, deadline);
  }

  /** Whether every request so far was a delete that the service definitely rejected. */
  get #isUntouched(): boolean {
    return this.#action.deletes === true && !this.#ambiguous && this.#missingSince === undefined;
  }

  #reportMissing(): undefined {
    if (this.#missingSince !== undefined && !this.#ambiguous) this.#action.onMissing?.();
  }

  /** Whether the object is as the accepted action leaves it, as far as reads will show. Otherwise, waits for the next read. */
  async #showsChange(live: Live, { before, at }: Accepted<Live>): Promise<boolean> {
    const { kind, id, collection, isDone, mayBeOld } = this.#action;
    const waited = this.#clock.now() - at;
    const interval = pollInterval(waited, this.#clock);
    const isLate = waited >= maxChangeLag || this.#clock.now() + interval > this.#task.deadline.at;
    if (isLate || isDone(live) || !mayBeOld?.(live, before)) return true;
    this.#task.reportProgress(`waiting for ${kind} ${id} to reflect the change`);
    await collection.sleep(id, interval);
    return false;
  }

  /** Whether the request may be sent. Otherwise, waits for the next read. */
  async #maySend(): Promise<boolean> {
    if (!this.#ambiguous) return true;
    const { failure, until, rate } = this.#ambiguous;
    if (this.#clock.now() < until) {
      await this.#waitAfter(failure, rate);
      return false;
    }
    if (this.#pace.begin()) return true;
    await this.#waitAfter(failure, pollRate.relaxed);
    return false;
  }

  /** Sends the request. Returns undefined if another read must follow. */
  async #act(live: Live): Promise<Ended<Live> | undefined> {
    const { id, collection, deletes, isViewableWhenDeleted } = this.#action;
    this.#isSent = true;
    try {
      await (this.#ambiguous ? this.#pace.end(this.#send(live)) : this.#send(live));
    } catch (error) {
      if (isNotFound(error)) return this.#afterMissing(error);
      if (isAmbiguous(error)) this.#afterAmbiguous(live, error);
      else this.#checkRejection(live, error);
      if (!this.#accepted) await this.#waitAfterFailure(live, error);
      return undefined;
    }
    this.#action.onSent?.();
    this.#accepted = { before: live, at: this.#clock.now() };
    if (!deletes) return undefined;
    collection.markDeleted(id, true);
    return { live: isViewableWhenDeleted ? undefined : live };
  }

  /** A request that is rejected while the object may be busy changed nothing, so lists that others request in the meantime are valid. */
  async #send(live: Live): Promise<void> {
    const { id, collection } = this.#action;
    try {
      await this.#action.send(live, { deadline: this.#task.deadline });
    } catch (error) {
      if (!mayBeBusy(error)) collection.markChanged(id);
      throw error;
    }
    collection.markChanged(id);
  }

  /** The object was deleted after it was read. The next read confirms that, unless it lags behind. */
  async #afterMissing(error: unknown): Promise<Ended<Live> | undefined> {
    const { kind, id, verb, deletes, isViewableWhenDeleted } = this.#action;
    const isFirst = this.#missingSince === undefined;
    this.#missingSince ??= this.#clock.now();
    if (deletes && isViewableWhenDeleted) return { live: this.#reportMissing() };
    if (this.#clock.now() - this.#missingSince >= maxListLag) {
      const attempts = `Every attempt to ${verb} ${kind} ${id} failed for ${formatDuration(maxListLag)}, although reads return it`;
      throw new LifecycleError(`${attempts}: ${causeOf(error)}.`);
    }
    if (!isFirst) await this.#waitAfter(error, pollRate.relaxed);
    return undefined;
  }

  #afterAmbiguous(live: Live, error: NodecloudError): void {
    const { kind, id, verb, collection, deletes, visibleWithin = 0 } = this.#action;
    this.#busy.reset();
    this.#action.onSent?.();
    if (isSuccess(error) && !deletes) this.#unreadable++;
    if (this.#unreadable === maxUnreadable) {
      // The service may keep a value other than the sent one, and then another request would not change that.
      this.#accepted = { before: live, at: this.#clock.now() };
      return;
    }
    if (deletes) collection.markDeleted(id, false);
    const { retryAfter = 0 } = error;
    if (this.#clock.now() + retryAfter >= this.#task.deadline.at) {
      throw new LifecycleError(
        `Could not ${verb} ${kind} ${id}: ${causeOf(error)}. The service asks to wait ${formatDuration(retryAfter)}, longer than the timeout. Run the command again after that.`,
      );
    }
    const rate = retryAfter > visibleWithin ? pollRate.relaxed : pollRate.normal;
    const until = this.#clock.now() + Math.max(visibleWithin, retryAfter);
    this.#ambiguous = { failure: error, until, rate };
  }

  /** Throws an error if the service definitely rejected the request, unless that may only mean that the object is busy. */
  #checkRejection(live: Live, error: unknown): void {
    const { kind, id, verb, idleState, hint } = this.#action;
    if (isAborted(error)) {
      throw new LifecycleError(
        `The run was interrupted before the request to ${verb} ${kind} ${id} was sent. Run the command again.`,
      );
    }
    if (!idleState || !mayBeBusy(error)) throw hint === undefined ? error : withHint(causeOf(error), hint);
    if (this.#busy.isRejected(error, idleState(live), this.#clock.now())) {
      const attempts = `Every attempt to ${verb} ${kind} ${id} failed for ${formatDuration(maxBusyTime)} although it is idle`;
      throw withHint(`${attempts}: ${causeOf(error)}`, hint);
    }
  }

  async #waitAfterFailure(live: Live, error: unknown): Promise<void> {
    // Only a list that was requested after this read counts.
    if (this.#action.deletes && !this.#ambiguous) this.#sharedSince = this.#readAt + 1;
    await this.#waitAfter(error);
    if (this.#isUntouched && this.#clock.now() - this.#readAt < rejectedReadAge) this.#recent = live;
  }

  /** Waits until the next read. @throws LifecycleError if the deadline passes before it, or the run is interrupted. */
  async #waitAfter(failure: unknown, rate: number = pollRate.normal): Promise<void> {
    const { kind, id, verb, collection, hint } = this.#action;
    const interval = pollInterval(this.#clock.now() - this.#startedAt, this.#clock, rate);
    if (this.#clock.now() + interval > this.#task.deadline.at) {
      const cause = `Timed out while trying to ${verb} ${kind} ${id} (set a longer timeout in \`timeouts\`): ${causeOf(failure)}`;
      throw withHint(cause, mayBeBusy(failure) ? hint : undefined);
    }
    this.#task.reportProgress(
      mayBeBusy(failure)
        ? `could not ${verb} ${kind} ${id} yet (${summarizeError(failure)}); retrying`
        : `waiting to ${verb} ${kind} ${id} (the last request failed: ${causeOf(failure)})`,
    );
    try {
      await collection.sleep(id, interval);
    } catch (interrupt) {
      throw new LifecycleError(
        `${causeOf(interrupt)}. The last attempt to ${verb} ${kind} ${id} failed: ${causeOf(failure)}.`,
      );
    }
  }
}

function isSuccess({ status = 0 }: NodecloudError): boolean {
  return status >= 200 && status < 300;
}

function withHint(cause: string, hint: string | undefined): LifecycleError {
  return new LifecycleError(hint === undefined ? `${cause}.` : `${cause}. ${hint}`);
}
