import type { CallOptions, Deadline, Page } from "../../client";
import type { Clock } from "../../clock";
import { LifecycleError } from "../failures";
import type { ListedObjects } from "./collection";

/** How the objects of one kind are read. */
export interface Source<Live> {
  /** The name in messages: `instance`. */
  readonly kind: string;
  readonly idOf: (live: Live) => string;
  readonly view: (id: string, options: CallOptions) => Promise<Live>;
  readonly pages: (options: CallOptions) => AsyncIterable<Page<Live>>;
  /** A view may still return an object that was deleted: it counts as deleted if lists lack it. Default: false. */
  readonly isViewableWhenDeleted?: boolean;
  /** Completes the sentence "it is ...", for progress: `provisioning`. Null or undefined if the service does not return it. */
  readonly describe?: (live: Live) => string | null | undefined;
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
  #pages: number | undefined;
  #counting: Promise<number> | undefined;

  /** @param onList Called after each list. */
  constructor(source: Source<Live>, clock: Clock, onList: () => void) {
    this.#source = source;
    this.#clock = clock;
    this.#onList = onList;
  }

  /** The most recent list. Undefined if the clock was set back since: the list would count as a new one until that time comes again. */
  get latest(): ListSnapshot<Live> | undefined {
    return this.#latest && this.#latest.requestedAt <= this.#clock.now() ? this.#latest : undefined;
  }

  /** The failure of the last list, on the same condition. */
  get #failure(): FailedList | undefined {
    return this.#failed && this.#failed.failedAt <= this.#clock.now() ? this.#failed : undefined;
  }

  /** The number of pages, once it is known. */
  get pages(): number | undefined {
    return this.#pages;
  }

  /**
   * The number of pages. As long as it is unknown, the first page is requested, once for concurrent callers. If it is the only page, it is
   * the most recent list.
   */
  async pageCount(deadline: Deadline | undefined): Promise<number> {
    if (this.#pages !== undefined) return this.#pages;
    this.#throwRecentFailure();
    this.#counting ??= this.#count().finally(() => {
      this.#counting = undefined;
    });
    return this.#withDeadline(deadline, this.#counting);
  }

  /** A list that is requested after this call. Concurrent callers share it, or a failure of the last second. */
  async next(deadline: Deadline | undefined): Promise<ListSnapshot<Live>> {
    this.#throwRecentFailure();
    this.#queued ??= this.#readAfter(this.#running);
    return this.#withDeadline(deadline, this.#queued);
  }

  /** Waits for a list that was requested at `time` or later: the one that is being read, or the next one. */
  listSince(time: number, deadline: Deadline | undefined): Promise<ListSnapshot<Live>> {
    return this.#withDeadline(deadline, this.#join(time));
  }

  /** Throws the failure of the last list if that was requested at `time` or later. */
  throwFailureSince(time: number): void {
    const failed = this.#failure;
    if (failed && failed.requestedAt >= time) throw failed.failure;
  }

  #throwRecentFailure(): void {
    const failed = this.#failure;
    if (failed && failed.failedAt > this.#clock.now() - failurePause) throw failed.failure;
  }

  async #join(time: number): Promise<ListSnapshot<Live>> {
    if (this.#counting !== undefined) {
      await this.#counting.catch(() => undefined);
      const { latest } = this;
      if (latest !== undefined && latest.requestedAt >= time) return latest;
    }
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
    const running = this.#read(Number.POSITIVE_INFINITY);
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  async #count(): Promise<number> {
    const running = await this.#running?.catch(() => undefined);
    return (running ?? (await this.#read(1))).pages;
  }

  /** Reads the list, or only its first page if there are more than `maxPages`. A whole list becomes the most recent one. */
  async #read(maxPages: number): Promise<ListSnapshot<Live>> {
    const list = new GrowingList(this.#source, this.#clock.now());
    const deadline: Deadline = {
      at: Number.POSITIVE_INFINITY,
      extend: (ms) => {
        for (const waiting of this.#deadlines) waiting.extend(ms);
      },
    };
    try {
      for await (const page of this.#source.pages({ deadline })) {
        list.add(page);
        if (list.pages > maxPages) break;
      }
    } catch (failure) {
      this.#failed = { requestedAt: list.requestedAt, failedAt: this.#clock.now(), failure };
      throw failure;
    }
    this.#failed = undefined;
    this.#pages = list.pages;
    if (list.pages <= maxPages) {
      this.#latest = list;
      this.#onList();
    }
    return list;
  }
}

/** The pages of a list that were read so far. */
class GrowingList<Live> implements ListSnapshot<Live> {
  readonly requestedAt: number;
  readonly items = new Map<string, Live>();
  pages = 1;
  results = 0;
  unreadable = 0;
  readonly #idOf: (live: Live) => string;

  constructor({ idOf }: Source<Live>, requestedAt: number) {
    this.#idOf = idOf;
    this.requestedAt = requestedAt;
  }

  add(page: Page<Live>): void {
    this.pages = Math.max(page.pages, 1);
    this.results = page.results;
    this.unreadable += page.unreadable ?? 0;
    for (const live of page.data) this.items.set(this.#idOf(live), live);
  }
}
