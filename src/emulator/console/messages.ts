import type { TableName } from "../world/table-name";

/**
 * The messages that `GET /_emulator/events` sends to the console's page. This file imports nothing that needs the types of
 * Node.js, because the page is compiled without them. Times are in milliseconds since 1970 UTC, on the emulator's clock.
 */

/** One message of the stream: the changes since the previous one. The first ones contain everything. */
export interface Batch {
  readonly clock: BatchClock;
  /** In the first message: the brand, and how large the first part of the stream is. */
  readonly brand?: string;
  /** The world was replaced: everything that was sent about the previous one is obsolete. */
  readonly replaced?: true;
  readonly rows?: readonly Row[];
  readonly removed?: readonly RowName[];
  readonly statuses?: readonly StatusChange[];
  /** The request log was cleared. */
  readonly forgotten?: true;
  /** New calls, and earlier calls that have their response now. */
  readonly calls?: readonly Call[];
  /** How many calls were omitted because the reader is too slow. */
  readonly skippedCalls?: number;
  readonly marks?: readonly Mark[];
  /** The fault rules, when they or their counts have changed. */
  readonly faults?: readonly Fault[];
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  readonly snapshots?: readonly Snapshot[];
  /** Everything that existed when the stream started has been sent. */
  readonly complete?: true;
  /** Why transitions that are due could not be carried out, or, in the last batch, why the stream ends. */
  readonly problem?: string;
}

export interface BatchClock {
  readonly now: number;
  readonly speed: number;
  readonly frozen: boolean;
  /** When the next planned transition is due. Null if none is planned. */
  readonly next: number | null;
}

export interface RowName {
  readonly table: ConsoleTableName;
  /** The number of the account, from 1. */
  readonly account: number;
  readonly key: string | number;
}

/** A new table of the world is one of the console, unless it is named here. */
export type ConsoleTableName = Exclude<
  TableName,
  | ("regions" | "types" | "scripts" | "users" | "tokens" | "disks" | "configs" | "addresses")
  | ("maintenances" | "usages" | "payments" | "notices" | "logins")
>;

/** An object of the world. */
export interface Row extends RowName {
  /** The object as the API returns it. */
  readonly json: unknown;
  /** The instance that a backup belongs to. */
  readonly instance?: number;
  readonly action?: ActionInProgress;
  readonly creation?: Creation;
}

/** What the service is doing with an object. */
export interface ActionInProgress {
  /** The event's action. */
  readonly name: string;
  readonly since: number;
  /** The expected duration in seconds. */
  readonly expected: number;
}

/** The call that created an object. */
export interface Creation {
  readonly call: number;
  /** The header `User-Agent`. */
  readonly agent: string | null;
  /** The Pulumi stack that the header names: `shop/dev`. */
  readonly stack: string | null;
}

export interface StatusChange {
  readonly account: number;
  readonly instance: number;
  readonly label: string;
  /** Null if it was deleted. */
  readonly status: string | null;
  readonly at: number;
}

/** An API call without its body. `GET /_emulator/requests/{number}` returns that and the response. */
export interface Call {
  readonly number: number;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: number | null;
  readonly token: string | null;
  readonly faults: readonly string[];
  readonly carriedOut: boolean;
  /** From its arrival to its response, on the caller's clock. Null if there is no response yet. */
  readonly milliseconds: number | null;
}

/** An event that is not a call. */
export interface Mark {
  readonly number: number;
  readonly at: number;
  readonly kind: "externalChange" | "reset" | "load";
  readonly text: string;
}

export interface Fault {
  readonly id: number;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly matched: number;
  readonly applied: number;
}

export interface Snapshot {
  readonly name: string;
  /** Empty if it cannot be read. */
  readonly time: string;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** What `GET /_emulator/requests/{number}` returns in addition to the entry of the request log. Secrets are redacted. */
export interface CallDetails {
  readonly call: Call & { readonly body: unknown };
  readonly agent: string | null;
  /** The header `X-Filter`. Undefined if there is none, or it is too long to keep. */
  readonly filter?: string;
  /** The call has a token that belongs to no account. */
  readonly hasUnknownToken?: true;
  /** The body consists of bytes, which are not kept. */
  readonly hasBinaryBody?: true;
  /** The fault rules that were applied. */
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  /** The body of the service's response, before a fault changed it. Undefined if there is none, or it is no longer kept. */
  readonly response?: unknown;
  /** Why there is no `response`. */
  readonly responseOmitted?: string;
}
