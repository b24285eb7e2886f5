import type { RequestDescription } from "./description";

/** A point in time until which something must be done. Time that a call spends queued for a rate limit is added to it. */
export interface Deadline {
  /** Milliseconds since 1970 on the client's clock. */
  readonly at: number;
  /** Puts it off by so many milliseconds. */
  extend(ms: number): void;
}

/** What can be said of a single call. */
export interface CallOptions {
  /** Ends the call: queued, waiting or under way. It rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Past it nothing is sent, and what is under way is cut off. Default: none. */
  readonly deadline?: Deadline | undefined;
  /**
   * Asked before a request is sent again whose first sending may have been carried out, where twice is not the same as
   * once (`boot`, `enable`, ...). False: it was carried out, and the call resolves. Without it such a request is not sent again.
   */
  readonly stillNeeded?: (() => Promise<boolean>) | undefined;
  /** A connection of its own, so that one that the service closes meanwhile can't fail it. Default: for what is not safe to send twice. */
  readonly freshConnection?: boolean | undefined;
  /** Run before each sending, when no limit holds it back any more. What it throws ends the call; nothing is sent then. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** `never`: not sent again after a failure that leaves open whether it was carried out, even where that is safe. */
  readonly resend?: "never" | undefined;
}

/** One page of a list (section 2.15). */
export interface Page<T> {
  /** The items of this page. */
  readonly data: readonly T[];
  /** The number of this page, from 1. */
  readonly page: number;
  /** How many pages there are. */
  readonly pages: number;
  /** How many items there are in all. */
  readonly results: number;
}

/** A list: one page when called; whole by `all` and `pages`. */
export interface List<Args, Item> {
  (args?: Args, options?: CallOptions): Promise<Page<Item>>;
  /** Every item once, told apart by `id`, fetched page by page as they are consumed. */
  all(options?: CallOptions): AsyncIterable<Item>;
  /** Every page. An item may be on two of them where the list shifts meanwhile. */
  pages(options?: CallOptions): AsyncIterable<Page<Item>>;
}

/** A list that belongs to something: as `List`, but told what that is. */
export interface ListWithin<Path, Args, Item> {
  (args: Args, options?: CallOptions): Promise<Page<Item>>;
  /** Every item once, told apart by `id`, fetched page by page as they are consumed. */
  all(path: Path, options?: CallOptions): AsyncIterable<Item>;
  /** Every page. An item may be on two of them where the list shifts meanwhile. */
  pages(path: Path, options?: CallOptions): AsyncIterable<Page<Item>>;
}

/** Makes the methods of the client, by the names of operations. */
export interface Binder {
  one<Args, Answer>(operation: string): (args?: Args, options?: CallOptions) => Promise<Answer>;
  list<Args, Item>(operation: string): List<Args, Item>;
  listWithin<Path, Args, Item>(operation: string): ListWithin<Path, Args, Item>;
  /**
   * The request of a call as it would be sent, without its secrets; of a list without a `page`, that for the first one.
   * @throws NodecloudError as the call itself, before it sends anything.
   */
  describe(operation: string, args: unknown): RequestDescription;
}

/** One sending of a request, for those who observe. */
export interface AttemptReport {
  /** `instances.view` */
  readonly operation: string;
  /** Method and path template under the brand in force. */
  readonly call: string;
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds since 1970 on the client's clock. */
  readonly startedAt: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** The answer's status, where there was one. */
  readonly status?: number;
  /** What went wrong, in a word or two. */
  readonly failure?: string;
  /** It is going to be sent again after so many milliseconds. */
  readonly willRetryInMs?: number;
}

/** A wait for the limits before a sending. */
export interface QueueReport {
  readonly operation: string;
  readonly call: string;
  /** When it began to wait, in milliseconds since 1970 on the client's clock. */
  readonly queuedAt: number;
  /** How long it waited, in milliseconds. */
  readonly ms: number;
}

/** A wait that the service asked for, as it begins. */
export interface WaitReport {
  readonly operation: string;
  /** When it ends, in milliseconds since 1970 on the client's clock. */
  readonly until: number;
}

/** Told of calls as they happen; never of bodies or the token. What a hook throws is ignored. */
export interface ClientHooks {
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
  readonly onQueued?: ((report: QueueReport) => void) | undefined;
  /** Of waits of 3 s and more, for a rate limit or because the service said when to call again: once however many calls wait. */
  readonly onWaiting?: ((report: WaitReport) => void) | undefined;
}
