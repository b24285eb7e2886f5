import type { CallOptions, Deadline, Page } from "../client";
import type { Clock } from "../clock";
import { messageOf } from "../unknown";
import { formatDuration } from "./deadline";
import { isAccessDenied, isNotFound, LifecycleError } from "./failures";
import { pollInterval } from "./poll-interval";

/** How the things of one kind are read. */
export interface Source<Live> {
  /** What messages call one: `instance`. */
  readonly kind: string;
  readonly idOf: (live: Live) => string;
  readonly view: (id: string, options: CallOptions) => Promise<Live>;
  readonly pages: (options: CallOptions) => AsyncIterable<Page<Live>>;
}

/** A whole list, and when its first page was asked for. */
interface Snapshot<Live> {
  readonly askedAt: number;
  readonly pages: number;
  readonly items: ReadonlyMap<string, Live>;
}

export interface Wait<Live> {
  /** What is waited for, in words: `to be running`. */
  readonly goal: string;
  /** Whether it has come; throws where it never will. Of a thing that is gone, `live` is undefined. */
  readonly until: (live: Live | undefined) => boolean;
  /** How it is now, in words, for progress and for the error at the deadline. */
  readonly describe: (live: Live | undefined) => string;
  readonly deadline: Deadline;
  readonly reportProgress: (what: string) => void;
  /** How often to poll; default: `pace.usual`. */
  readonly rate?: number;
}

/** What lifecycles need of a collection. */
export interface Collection<Live> {
  markChanged(id: string): void;
  read(id: string): Promise<Live | undefined>;
  /** As `read`, without what is read beside, one by one: enough to tell what it is. */
  readRecent(id: string, deadline: Deadline): Promise<Live | undefined>;
  /** Everything that a list of the last 5 s shows, without what is read beside. */
  listRecent(): Promise<ReadonlyMap<string, Live>>;
  view(id: string, options?: CallOptions): Promise<Live | undefined>;
  list(options?: Pick<CallOptions, "deadline">): Promise<{ readonly items: ReadonlyMap<string, Live> }>;
  wait(id: string, wait: Wait<Live>): Promise<Live | undefined>;
}

/** A page answers a read for this long. */
const freshFor = 5000;
/** Reads that come within this time of each other are answered together. */
const gatherFor = 10;
/** Of the shortest wait seen so far, the part after which the first look of a later one comes. */
const firstLook = 0.8;

/**
 * Reads the things of one kind for everybody in the process. Where more of them are asked for than the list has pages,
 * the list is read, and one list answers all; else single views. That a thing is missing from a list proves nothing.
 */
export class SharedCollection<Live> implements Collection<Live> {
  readonly #source: Source<Live>;
  readonly #clock: Clock;
  readonly #written = new Map<string, number>();
  readonly #asking = new Set<string>();
  readonly #quickest = new Map<string, number>();
  /** Of those who wait for a list: time that it queues for a rate limit does not count against them. */
  readonly #deadlines = new Set<Deadline>();
  #snapshot: Snapshot<Live> | undefined;
  #running: Promise<Snapshot<Live>> | undefined;
  #queued: Promise<Snapshot<Live>> | undefined;

  constructor(source: Source<Live>, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Notes that this process has just changed the thing: what was read before is old. */
  markChanged(id: string): void {
    this.#written.set(id, this.#clock.now());
  }

  /** The thing as it is, at most 5 s old and never older than a write of ours; undefined when it is gone. */
  read(id: string): Promise<Live | undefined> {
    return this.#look(id, this.#clock.now() - freshFor, undefined);
  }

  readRecent(id: string, deadline: Deadline): Promise<Live | undefined> {
    return this.#look(id, this.#clock.now() - freshFor, deadline);
  }

  async listRecent(): Promise<ReadonlyMap<string, Live>> {
    const known = this.#snapshot;
    if (known !== undefined && known.askedAt >= this.#clock.now() - freshFor) return known.items;
    return (await this.list()).items;
  }

  /** The thing as it is now; undefined when it is gone. */
  async view(id: string, options: CallOptions = {}): Promise<Live | undefined> {
    try {
      return await this.#source.view(id, options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    // A list from before may confirm that it is gone. It may not deny it: the thing was deleted since, perhaps.
    if (this.#isFresh(this.#snapshot, id) && !this.#snapshot.items.has(id)) return undefined;
    const { items } = await this.list(options);
    if (!items.has(id)) return undefined;
    throw new LifecycleError(
      `The service says that there is no ${this.#source.kind} ${id}, but lists it. Nothing was changed; try again later.`,
    );
  }

  /** All things, in a list that is begun after this call; those who ask at the same time share one. */
  async list({ deadline }: Pick<CallOptions, "deadline"> = {}): Promise<Snapshot<Live>> {
    this.#queued ??= this.#listNext(this.#running);
    return this.#within(deadline, this.#queued);
  }

  /** Looks until it has come; a look that fails ends it only where asking again can't help. */
  async wait(id: string, wait: Wait<Live>): Promise<Live | undefined> {
    const begun = this.#clock.now();
    let last = "nothing could be seen yet";
    let pause = (this.#quickest.get(wait.goal) ?? 0) * firstLook;
    this.#asking.add(id);
    try {
      for (let lookedAt = begun; ; ) {
        const left = wait.deadline.at - this.#clock.now();
        if (left <= 0) throw this.#timedOut(id, wait, begun, last);
        pause = Math.max(pause, pollInterval(this.#clock.now() - begun, this.#clock, wait.rate));
        await this.#clock.sleep(Math.min(pause, left));
        pause = 0;
        const before = lookedAt;
        lookedAt = this.#clock.now();
        let live: Live | undefined;
        try {
          live = await this.#look(id, before, wait.deadline);
        } catch (error) {
          if (isAccessDenied(error)) throw error;
          // One that the deadline cut off says less than the look before it.
          if (this.#clock.now() < wait.deadline.at) last = `the last look failed (${messageOf(error)})`;
          continue;
        }
        if (wait.until(live)) {
          const took = this.#clock.now() - begun;
          this.#quickest.set(wait.goal, Math.min(took, this.#quickest.get(wait.goal) ?? took));
          return live;
        }
        last = wait.describe(live);
        wait.reportProgress(
          `waiting for ${this.#source.kind} ${id} ${wait.goal}: ${last}, ${formatDuration(lookedAt - begun)} so far`,
        );
      }
    } finally {
      this.#asking.delete(id);
    }
  }

  /** A list is shared and goes on; the one who asks waits for it until the deadline only. */
  async #within<T>(deadline: Deadline | undefined, shared: Promise<T>): Promise<T> {
    if (deadline === undefined) return shared;
    shared.catch(() => undefined);
    const over = new AbortController();
    const patience = async (): Promise<never> => {
      while (this.#clock.now() < deadline.at)
        await this.#clock.sleep(deadline.at - this.#clock.now(), over.signal);
      throw new LifecycleError(`The list of ${this.#source.kind}s was not there in time.`);
    };
    const waited = patience();
    waited.catch(() => undefined);
    this.#deadlines.add(deadline);
    try {
      return await Promise.race([shared, waited]);
    } finally {
      this.#deadlines.delete(deadline);
      // With a reason, so that Node.js captures no stack for one.
      over.abort("The wait is over.");
    }
  }

  #timedOut(id: string, wait: Wait<Live>, begun: number, last: string): LifecycleError {
    const waited = formatDuration(this.#clock.now() - begun);
    return new LifecycleError(
      `waited ${waited} for ${this.#source.kind} ${id} ${wait.goal}; ${last}. Give it longer with \`timeouts\`, or run the command again to go on waiting.`,
    );
  }

  async #look(id: string, notBefore: number, deadline: Deadline | undefined): Promise<Live | undefined> {
    const known = this.#fromSnapshot(id, notBefore);
    if (known !== undefined) return known;
    const asked = !this.#asking.has(id);
    this.#asking.add(id);
    try {
      await this.#clock.sleep(gatherFor);
      const meanwhile = this.#fromSnapshot(id, notBefore);
      if (meanwhile !== undefined) return meanwhile;
      // A list that is new enough and lacks it would not show it a moment later: a view tells.
      const isListed = this.#isFresh(this.#snapshot, id, notBefore);
      if (!isListed && this.#asking.size > (this.#snapshot?.pages ?? 1)) {
        await this.#within(deadline, this.#join(notBefore));
        const listed = this.#fromSnapshot(id, notBefore);
        if (listed !== undefined) return listed;
      }
      return await this.view(id, { deadline });
    } finally {
      if (asked) this.#asking.delete(id);
    }
  }

  #fromSnapshot(id: string, notBefore: number): Live | undefined {
    return this.#isFresh(this.#snapshot, id, notBefore) ? this.#snapshot.items.get(id) : undefined;
  }

  #isFresh(
    snapshot: Snapshot<Live> | undefined,
    id: string,
    notBefore = this.#clock.now() - freshFor,
  ): snapshot is Snapshot<Live> {
    return (
      snapshot !== undefined && snapshot.askedAt >= Math.max(notBefore, (this.#written.get(id) ?? 0) + 1)
    );
  }

  /** The list that is being read, where it was begun late enough; else the next one. */
  async #join(notBefore: number): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    if (!running || running.askedAt < notBefore) await this.list();
  }

  async #listNext(before: Promise<unknown> | undefined): Promise<Snapshot<Live>> {
    await before?.catch(() => undefined);
    this.#queued = undefined;
    const running = this.#fetch();
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  async #fetch(): Promise<Snapshot<Live>> {
    const askedAt = this.#clock.now();
    const items = new Map<string, Live>();
    let pages = 1;
    const deadline: Deadline = {
      at: Number.POSITIVE_INFINITY,
      extend: (ms) => {
        for (const waiting of this.#deadlines) waiting.extend(ms);
      },
    };
    for await (const page of this.#source.pages({ deadline })) {
      pages = Math.max(page.pages, 1);
      for (const live of page.data) items.set(this.#source.idOf(live), live);
    }
    this.#snapshot = { askedAt, pages, items };
    return this.#snapshot;
  }
}
