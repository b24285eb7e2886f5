import type { CallOptions, Deadline } from "../../client";
import type { Clock } from "../../clock";
import { isNotFound, isRejection, LifecycleError } from "../failures";
import type { Collection, Wait } from "./collection";
import { confirmAbsence, isDeactivated, isDeletedSince, type Listing, maxListLag } from "./confirm-absence";
import { PastTimes } from "./past-times";
import { Poller } from "./poller";
import { type ListSnapshot, SharedList, type Source } from "./shared-list";
import { viewNew } from "./view-new";

/** In milliseconds: a list serves reads for this long. */
const maxAge = 5000;
/** In milliseconds: reads that arrive within this time of each other are served together. */
const batchTime = 10;
/** In milliseconds: lists usually lag behind no longer than this. */
const typicalListLag = 5000;

/**
 * Reads the objects of one kind for all resources of the process. If more objects are requested than the list has pages, one list serves
 * all requests. Otherwise each object is viewed. An object that is missing from a list may still exist.
 */
export class SharedCollection<Live> implements Collection<Live> {
  readonly #source: Source<Live>;
  readonly #clock: Clock;
  readonly #list: SharedList<Live>;
  readonly #poller: Poller<Live>;
  /** When this process last changed each object. */
  readonly #changedAt: PastTimes;
  /** When this process created each object. */
  readonly #createdAt: PastTimes;
  /** The objects that this process deletes, and when the service accepted each deletion, if it did. */
  readonly #deleted = new Map<string, number | undefined>();
  /** The objects that a caller reads or waits for. */
  readonly #requested = new Set<string>();
  readonly #started = new Map<string, StartedRead<Live>>();

  constructor(source: Source<Live>, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
    this.#changedAt = new PastTimes(clock);
    this.#createdAt = new PastTimes(clock);
    this.#poller = new Poller(source, clock, (id, notBefore, wait) => this.#poll(id, notBefore, wait));
    this.#list = new SharedList(source, clock, () =>
      this.#poller.wakeDecidedWaits((id, notBefore) => this.#shownFor(id, notBefore)),
    );
  }

  markChanged(id: string): void {
    this.#changedAt.mark(id);
  }

  markCreated(id: string): void {
    const now = this.#clock.now();
    this.#changedAt.mark(id, now);
    this.#createdAt.mark(id, now);
  }

  markDeleted(id: string, isAccepted: boolean): void {
    this.markChanged(id);
    this.#deleted.set(id, isAccepted ? this.#clock.now() : undefined);
  }

  async read(id: string, isExpected: (live: Live) => boolean = () => true): Promise<Live | undefined> {
    const live = await this.#readTogether(id);
    return live !== undefined && this.#isListed(id, live) && !isExpected(live) ? this.view(id) : live;
  }

  /** Reads of one object at the same time, such as those of an instance and its backup schedule, share a request. */
  #readTogether(id: string): Promise<Live | undefined> {
    const now = this.#clock.now();
    const current = this.#started.get(id);
    if (current && current.startedAt >= Math.max(now - batchTime, this.#changedAt.last(id) ?? 0))
      return current.live;
    const live = this.#read(id, now - maxAge, undefined).finally(() => {
      if (this.#started.get(id) === started) this.#started.delete(id);
    });
    const started = { startedAt: now, live };
    this.#started.set(id, started);
    return live;
  }

  readRecent(id: string, deadline: Deadline): Promise<Live | undefined> {
    return this.#read(id, this.#clock.now() - maxAge, deadline);
  }

  async readAgain(id: string, since: number, deadline: Deadline): Promise<Live | undefined> {
    // A list that failed since the last poll counts as this poll. Otherwise each of many waits would request one of its own.
    this.#list.throwFailureSince(since);
    return this.#read(id, since, deadline);
  }

  async viewAgain(id: string, since: number, deadline: Deadline): Promise<Live | undefined> {
    const live = await this.readAgain(id, since, deadline);
    return live !== undefined && this.#isListed(id, live) ? this.view(id, { deadline }) : live;
  }

  async listRecent(deadline?: Deadline): Promise<ReadonlyMap<string, Live>> {
    const since = this.#clock.now() - maxAge;
    const { latest } = this.#list;
    if (latest !== undefined && latest.requestedAt >= since) return latest.items;
    return (await this.#list.listSince(since, deadline)).items;
  }

  listAll(): Promise<ListSnapshot<Live>> {
    return this.list();
  }

  async view(id: string, options: CallOptions = {}): Promise<Live | undefined> {
    const live = await this.#viewOnce(id, options);
    if (live !== undefined || this.#deleted.has(id)) return live;
    const shown = await this.#viewNew(id, options);
    if (shown !== undefined) return shown;
    // An earlier list may confirm the absence. It does not contradict the view: the object may have been deleted since.
    const { latest } = this.#list;
    if (this.#isFresh(latest, id) && !latest.items.has(id)) return undefined;
    return confirmAbsence(this.#listing(id, options), this.#source.kind, () => this.#viewOnce(id, options));
  }

  /** An object that this process created may take as long to appear in views as in lists. */
  #viewNew(id: string, options: CallOptions): Promise<Live | undefined> {
    const createdAt = this.#createdAt.last(id) ?? Number.NEGATIVE_INFINITY;
    const view = () => this.#viewOnce(id, options);
    const { deadline } = options;
    return viewNew(
      { kind: this.#source.kind, id, clock: this.#clock, deadline, view },
      createdAt + maxListLag,
    );
  }

  /** Undefined if the service returned 404, or no longer returns an object that this process deleted. */
  async #viewOnce(id: string, options: CallOptions): Promise<Live | undefined> {
    const { kind, idOf, view } = this.#source;
    let live: Live;
    try {
      live = await view(id, options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      const deletedAt = this.#deleted.get(id);
      // A 404 without the interface's error body proves nothing on its own: it may be a proxy's.
      const mayBeDeleted = isRejection(error) && deletedAt !== undefined;
      if (mayBeDeleted && (await isDeletedSince(this.#listing(id, options), deletedAt))) return undefined;
      throw error;
    }
    if (idOf(live) === id) return (await this.#isDeactivated(id, options)) ? undefined : live;
    throw new LifecycleError(
      `The service returned ${kind} ${idOf(live)} in place of ${kind} ${id}. Nothing was changed. Report this to the operator of the service.`,
    );
  }

  async #isDeactivated(id: string, options: CallOptions): Promise<boolean> {
    if (this.#source.isViewableWhenDeleted !== true) return false;
    const { latest } = this.#list;
    const isRecent = latest !== undefined && latest.requestedAt >= this.#clock.now() - maxAge;
    // A list that fails proves nothing.
    return isDeactivated(this.#listing(id, options), isRecent ? latest : undefined).catch(() => false);
  }

  #listing(id: string, { deadline }: CallOptions): Listing<Live> {
    return { id, clock: this.#clock, deadline, list: () => this.list({ deadline }) };
  }

  list({ deadline }: Pick<CallOptions, "deadline"> = {}): Promise<ListSnapshot<Live>> {
    return this.#list.next(deadline);
  }

  sleep(id: string, ms: number): Promise<void> {
    return this.#whileRequested(id, this.#clock.sleep(ms));
  }

  wait(id: string, wait: Wait<Live>): Promise<Live | undefined> {
    return this.#whileRequested(id, this.#poller.wait(id, wait));
  }

  async #whileRequested<T>(id: string, waiting: Promise<T>): Promise<T> {
    this.#requested.add(id);
    try {
      return await waiting;
    } finally {
      this.#requested.delete(id);
    }
  }

  /** The object for a wait. A list alone, which may lag behind, does not prove that the goal is reached or never will be. */
  async #poll(id: string, notBefore: number, { deadline, until }: Wait<Live>): Promise<Live | undefined> {
    const live = await this.readAgain(id, notBefore, deadline);
    if (live === undefined || !this.#isListed(id, live) || !this.#mayBeStale(id)) return live;
    try {
      if (!until(live)) return live;
    } catch {
      // The view decides.
    }
    return this.view(id, { deadline });
  }

  /**
   * Whether the latest list may contain an earlier version of the object, in which a goal was reached that no longer is. A new object has
   * no earlier version until it is changed.
   */
  #mayBeStale(id: string): boolean {
    const createdAt = this.#createdAt.last(id);
    if (createdAt === undefined) return true;
    const changedAt = this.#changedAt.last(id) ?? createdAt;
    return changedAt !== createdAt && (this.#list.latest?.requestedAt ?? 0) < changedAt + maxListLag;
  }

  #isListed(id: string, live: Live): boolean {
    return this.#list.latest?.items.get(id) === live;
  }

  /** The object as read at `notBefore` or later. */
  async #read(id: string, notBefore: number, deadline: Deadline | undefined): Promise<Live | undefined> {
    const known = this.#fromList(id, notBefore);
    if (known !== undefined) return known;
    const isFirst = !this.#requested.has(id);
    this.#requested.add(id);
    try {
      await this.#clock.sleep(batchTime);
      return (
        (await this.#fromSharedList(id, notBefore, deadline)) ??
        (await this.#fromLaterList(id, deadline)) ??
        (await this.view(id, { deadline }))
      );
    } finally {
      if (isFirst) this.#requested.delete(id);
    }
  }

  /** The object in a list, if that takes fewer requests than a view of each requested object, or if a list is still fresh. */
  async #fromSharedList(
    id: string,
    notBefore: number,
    deadline: Deadline | undefined,
  ): Promise<Live | undefined> {
    // If a fresh list does not contain the object, a list a moment later will not either.
    const isListed = (): boolean => this.#isFresh(this.#list.latest, id, notBefore);
    if (this.#requested.size > 1 && !isListed()) {
      const pages = await this.#list.pageCount(deadline);
      if (this.#requested.size > pages && !isListed()) await this.#list.listSince(notBefore, deadline);
    }
    return this.#fromList(id, notBefore);
  }

  /**
   * If a list omitted several new objects, another one a little later costs less than a view of each. Its time is rounded up, so objects
   * created at about the same time share it.
   */
  async #fromLaterList(id: string, deadline: Deadline | undefined): Promise<Live | undefined> {
    const createdAt = this.#createdAt.last(id) ?? Number.NEGATIVE_INFINITY;
    const listedAt = Math.ceil((createdAt + typicalListLag) / typicalListLag) * typicalListLag;
    const delay = listedAt - this.#clock.now();
    const pages = this.#list.pages ?? 1;
    if (delay <= 0 || listedAt >= (deadline?.at ?? 0) || this.#requested.size <= pages) return undefined;
    await this.#clock.sleep(delay);
    const { latest } = this.#list;
    if (latest === undefined || latest.requestedAt < listedAt) await this.#list.listSince(listedAt, deadline);
    return this.#fromList(id, listedAt);
  }

  #fromList(id: string, notBefore: number): Live | undefined {
    const { latest } = this.#list;
    return this.#isFresh(latest, id, notBefore) ? latest.items.get(id) : undefined;
  }

  /** What the latest list shows of an object for which something waits. Absence shows something only of one that this process deletes. */
  #shownFor(id: string, notBefore: number): { readonly live: Live | undefined } | undefined {
    const { latest } = this.#list;
    if (!this.#isFresh(latest, id, notBefore)) return undefined;
    const live = latest.items.get(id);
    return live !== undefined || this.#deleted.has(id) ? { live } : undefined;
  }

  /** Whether a list was requested at `notBefore` or later, and after this process last changed the object. */
  #isFresh(
    list: ListSnapshot<Live> | undefined,
    id: string,
    notBefore = this.#clock.now() - maxAge,
  ): list is ListSnapshot<Live> {
    return list !== undefined && list.requestedAt >= Math.max(notBefore, (this.#changedAt.last(id) ?? 0) + 1);
  }
}

interface StartedRead<Live> {
  readonly startedAt: number;
  readonly live: Promise<Live | undefined>;
}
