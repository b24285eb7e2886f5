/** The time at which a call gives up. Time that the call waits for a rate limit is added to it. */
export interface Deadline {
  /** Milliseconds since 1970 on the client's clock. */
  readonly at: number;
  /** Postpones it by a number of milliseconds. */
  extend(ms: number): void;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, whether it is waiting or was sent. It rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * After the deadline nothing is sent, and a request in flight is aborted. Until then, a call that gets a 429 response is sent again. A
   * call without a deadline is sent at most five times, whatever the failure. Default: none.
   */
  readonly deadline?: Deadline | undefined;
  /**
   * Called before a request that may have been carried out is sent again, for operations that are not idempotent (`boot`, `enable`, ...).
   * Return false if the request was carried out: then the call resolves. Default: such a request is not sent again.
   */
  readonly stillNeeded?: (() => Promise<boolean>) | undefined;
  /**
   * Whether to open a new connection, so that a kept-alive one that the service has closed cannot make the call fail. Default: only for
   * requests that are not safe to send twice, and after an attempt without a response.
   */
  readonly freshConnection?: boolean | undefined;
  /**
   * Called before each attempt, after the wait for the rate limit. An error that it throws ends the call before anything is sent. It must
   * not wait for another call of this client: 32 such calls would occupy all slots for requests in flight.
   */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** `never`: a request that may have been carried out is not sent again, even if the operation is idempotent. */
  readonly resend?: "never" | undefined;
}

/** A request as it would be sent, with its secrets redacted. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if none is sent. For binary data it is the number of bytes. */
  readonly body?: unknown;
}

/** One page of a list (section 2.15). */
export interface Page<T> {
  /** The items of this page. */
  readonly data: readonly T[];
  /** The number of this page, from 1. */
  readonly page: number;
  /** The number of pages. */
  readonly pages: number;
  /** The number of items on all pages. */
  readonly results: number;
  /** The number of items on this page that `data` omits because their ids cannot be read. Absent if it omits none. */
  readonly unreadable?: number;
}

/** A list operation: returns one page when called, and the whole list through `all` and `pages`. */
export interface List<Args, Item> {
  (args?: Args, options?: CallOptions): Promise<Page<Item>>;
  /** Every item once, by its `id`. Pages are fetched as the items are consumed. */
  all(options?: CallOptions): AsyncIterable<Item>;
  /** Every page. An item may be on two pages if the list changes while it is read. */
  pages(options?: CallOptions): AsyncIterable<Page<Item>>;
}

/** A list that belongs to an object: like `List`, but with the object's id as an argument. */
export interface ListWithin<Path, Args, Item> {
  (args: Args, options?: CallOptions): Promise<Page<Item>>;
  /** Every item once, by its `id`. Pages are fetched as the items are consumed. */
  all(path: Path, options?: CallOptions): AsyncIterable<Item>;
  /** Every page. An item may be on two pages if the list changes while it is read. */
  pages(path: Path, options?: CallOptions): AsyncIterable<Page<Item>>;
}

/** Creates callable methods from the names of operations. */
export interface Binder {
  call<Args, Result>(operation: string): (args?: Args, options?: CallOptions) => Promise<Result>;
  list<Args, Item>(operation: string): List<Args, Item>;
  listWithin<Path, Args, Item>(operation: string): ListWithin<Path, Args, Item>;
  /**
   * The request of a call as it would be sent, with its secrets redacted. For a list without a `page` it is the request for the first page.
   * @throws NodecloudError in every case in which the call itself refuses to send.
   */
  describe(operation: string, args: unknown): RequestDescription;
}

/** One attempt of a call. */
export interface AttemptReport {
  /** `instances.view` */
  readonly operation: string;
  /** Method and path template, under the brand. */
  readonly call: string;
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds since 1970 on the client's clock. */
  readonly startedAt: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** The status of the response; absent without one. */
  readonly status?: number;
  /** The failure: an error code, or the system's code of a connection error. */
  readonly failure?: string;
  /** The delay before the next attempt, in milliseconds; absent if there is none. */
  readonly willRetryInMs?: number;
}

/** A wait for the rate limit before an attempt. */
export interface QueueReport {
  readonly operation: string;
  readonly call: string;
  /** When it began to wait, in milliseconds since 1970 on the client's clock. */
  readonly queuedAt: number;
  /** How long it waited, in milliseconds. */
  readonly ms: number;
}

/** A wait that the service asked for, reported when it begins. */
export interface WaitReport {
  readonly operation: string;
  /** When it ends, in milliseconds since 1970 on the client's clock. */
  readonly until: number;
}

/** Functions that are called when events happen. They receive no body and no token, and errors that they throw are ignored. */
export interface ClientHooks {
  /** Called after each attempt. */
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
  /** Called after each wait for the rate limit. */
  readonly onQueued?: ((report: QueueReport) => void) | undefined;
  /** Called for waits of 3 s or more, for a rate limit or a `Retry-After`: once, however many calls wait. */
  readonly onWaiting?: ((report: WaitReport) => void) | undefined;
}
