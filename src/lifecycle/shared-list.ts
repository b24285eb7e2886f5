import type { CallOptions, Deadline, Page } from "../client";
import type { Clock } from "../clock";
import type { ListedObjects } from "./collection";
import { LifecycleError } from "./failures";

/** How the objects of one kind are read. */
export interface Source<Live> {
  /** The name in messages: `instance`. */
  readonly kind: string;
  readonly idOf: (live: Live) => string;
  readonly view: (id: string, options: CallOptions) => Promise<Live>;
  readonly pages: (options: CallOptions) => AsyncIterable<Page<Live>>;
  /** A view may still return an object that was deleted: it counts as deleted if lists lack it. Default: false. */
  readonly isViewableWhenDeleted?: boolean;
}

/** A whole list, and when its first page was requested. */
export interface ListSnapshot<Live> extends ListedObjects<Live> {
  readonly requestedAt: number;
  readonly pages: number;
}

/** In milliseconds: after a list has failed, its failure is the result of all requests for this long, so many waits cause one request. */
const failurePause = 1000;

interface FailedList {
  readonly requestedAt: number;
  readonly failedAt: number;
  readonly failure: unknown;
}

/** The list of one kind, which is read once for all callers that need it at the same time. */
export class SharedList<Live> {
  readonly #source: Source<Live>;
  readonly #clock: Clock;
  readonly #onList: () => void;
  /** The deadlines of the callers that wait for a list. The time that it queues for a rate limit extends them. */
  readonly #deadlines = new Set<Deadline>();
  #latest: ListSnapshot<Live> | undefined;
  #failed: FailedList | undefined;
  #running: Promise<ListSnapshot<Live>> | undefined;
  #queued: Promise<ListSnapshot<Live>> | undefined;

  /** @param onList Called after each list. */
  constructor(source: Source<Live>, clock: Clock, onList: () => void) {
    this.#source = source;
    this.#clock = clock;
    this.#onList = onList;
  }

  /** The most recent list. */
  get latest(): ListSnapshot<Live> | undefined {
    return this.#latest;
  }

  /** A list that is requested after this call. Concurrent callers share it, or a failure of the last second. */
  async next(deadline: Deadline | undefined): Promise<ListSnapshot<Live>> {
    const failed = this.#failed;
    if (failed && failed.failedAt > this.#clock.now() - failurePause) throw failed.failure;
    this.#queued ??= this.#readAfter(this.#running);
    return this.#withDeadline(deadline, this.#queued);
  }

  /** Waits for a list that was requested at `time` or later: the one that is being read, or the next one. */
  notBefore(time: number, deadline: Deadline | undefined): Promise<ListSnapshot<Live>> {
    return this.#withDeadline(deadline, this.#join(time));
  }

  /** Throws the failure of the last list if that was requested at `time` or later. */
  throwFailureSince(time: number): void {
    const failed = this.#failed;
    if (failed && failed.requestedAt >= time) throw failed.failure;
  }

  async #join(time: number): Promise<ListSnapshot<Live>> {
    const running = await this.#running?.catch(() => undefined);
    return !running || running.requestedAt < time ? this.next(undefined) : running;
  }

  /** The shared list continues after the deadline. Only this caller stops waiting for it. */
  async #withDeadline<T>(deadline: Deadline | undefined, shared: Promise<T>): Promise<T> {
    if (deadline === undefined) return shared;
    shared.catch(() => undefined);
    const timer = new AbortController();
    const startedAt = this.#clock.now();
    const timeout = async (): Promise<never> => {
      while (this.#clock.now() < deadline.at)
        await this.#clock.sleep(deadline.at - this.#clock.now(), timer.signal);
      const seconds = Math.round((this.#clock.now() - startedAt) / 1000);
      throw new LifecycleError(`Timed out after ${seconds} s while listing ${this.#source.kind}s.`);
    };
    const timedOut = timeout();
    timedOut.catch(() => undefined);
    this.#deadlines.add(deadline);
    try {
      return await Promise.race([shared, timedOut]);
    } finally {
      this.#deadlines.delete(deadline);
      // With a reason, so Node.js does not capture a stack trace for the default one.
      timer.abort("The list has arrived.");
    }
  }

  async #readAfter(before: Promise<unknown> | undefined): Promise<ListSnapshot<Live>> {
    await before?.catch(() => undefined);
    this.#queued = undefined;
    const running = this.#read();
    this.#running = running;
    const requestedAt = this.#clock.now();
    try {
      const list = await running;
      this.#failed = undefined;
      return list;
    } catch (failure) {
      this.#failed = { requestedAt, failedAt: this.#clock.now(), failure };
      throw failure;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  async #read(): Promise<ListSnapshot<Live>> {
    const requestedAt = this.#clock.now();
    const items = new Map<string, Live>();
    let pages = 1;
    let results = 0;
    let unreadable = 0;
    const deadline: Deadline = {
      at: Number.POSITIVE_INFINITY,
      extend: (ms) => {
        for (const waiting of this.#deadlines) waiting.extend(ms);
      },
    };
    for await (const page of this.#source.pages({ deadline })) {
      pages = Math.max(page.pages, 1);
      results = page.results;
      unreadable += page.unreadable ?? 0;
      for (const live of page.data) items.set(this.#source.idOf(live), live);
    }
    this.#latest = { requestedAt, pages, results, unreadable, items };
    this.#onList();
    return this.#latest;
  }
}
