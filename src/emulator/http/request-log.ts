/** An API call that the emulator received. */
export interface LoggedRequest {
  /** Counts from 1 without gaps. The oldest entries are dropped first. */
  readonly number: number;
  /** On the emulator's clock: `2022-03-21T09:00:00.000Z`. */
  readonly time: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** `instances.create`. Null for an unknown path. */
  readonly operation: string | null;
  /** The status of the response. Null when there was none. */
  readonly status: number | null;
  /** The token's name. Null without a token or with an unknown one. */
  readonly token: string | null;
  /** The fields that the contract knows, with secrets redacted. Null when there were none. */
  readonly body: unknown;
  /** The injected faults: `reset`, `status`, ... */
  readonly faults: readonly string[];
  /** Whether the operation was carried out, whatever the response was. */
  readonly carriedOut: boolean;
}

const maxEntries = 100_000;
const maxBytes = 32 * 2 ** 20;

/** The approximate size of an entry without its path and body. */
const baseBytes = 300;
/** The approximate size of the name of an injected fault. A call can have a thousand. */
const faultBytes = 8;

interface SizedEntry {
  readonly entry: LoggedRequest;
  readonly bytes: number;
}

/** Called when an entry is added or updated, and when all are removed. */
interface LogObserver {
  called(number: number): void;
  forgotten(): void;
}

/** The API calls that the emulator received, oldest first. */
export class RequestLog {
  readonly #observer: LogObserver | undefined;
  readonly #entries = new Map<number, SizedEntry>();
  #bytes = 0;
  #last = 0;

  constructor(observer?: LogObserver) {
    this.#observer = observer;
  }

  /** Adds a call and returns its number. The response is added when there is one. */
  add(entry: Omit<LoggedRequest, "number">): number {
    this.#last += 1;
    this.#put({ ...entry, number: this.#last });
    return this.#last;
  }

  /** Updates the entry of a call, if it has not been dropped. */
  update(number: number, fields: Partial<Omit<LoggedRequest, "number">>): void {
    const before = this.#entries.get(number);
    if (before) this.#put({ ...before.entry, ...fields });
  }

  get(number: number): LoggedRequest | undefined {
    return this.#entries.get(number)?.entry;
  }

  all(): readonly LoggedRequest[] {
    return [...this.#entries.values()].map(({ entry }) => entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
    this.#observer?.forgotten();
  }

  #put(entry: LoggedRequest): void {
    const before = this.#entries.get(entry.number);
    const isSameSize = before?.entry.body === entry.body;
    const bytes = before && isSameSize ? before.bytes : sizeOf(entry);
    this.#entries.set(entry.number, { entry, bytes });
    this.#bytes += bytes - (before?.bytes ?? 0);
    this.#observer?.called(entry.number);
    for (const [number, oldest] of this.#entries) {
      if (this.#entries.size <= maxEntries && this.#bytes <= maxBytes) return;
      this.#entries.delete(number);
      this.#bytes -= oldest.bytes;
    }
  }
}

function sizeOf({ path, body, faults }: LoggedRequest): number {
  return baseBytes + path.length + lengthOf(body) + faults.length * faultBytes;
}

function lengthOf(body: unknown): number {
  return body === null ? 0 : JSON.stringify(body).length;
}
