/** A call that the emulator got. */
export interface JournalEntry {
  /** Counts from 1; gaps don't occur, but old entries are forgotten. */
  readonly number: number;
  /** On the emulator's clock, with milliseconds and zone. */
  readonly time: string;
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  /** `instances.create`; null for a path that is none of the interface's. */
  readonly operation: string | null;
  /** The status that was answered; null where nothing was. */
  readonly status: number | null;
  /** The token's name; null without a token, or with an unknown one. */
  readonly token: string | null;
  /** Fields that the contract knows, without secrets; null where there were none. */
  readonly body: unknown;
  /** The faults that befell it: `reset`, `status`, ... */
  readonly faults: readonly string[];
  /** Whether the operation was carried out, whatever was answered. */
  readonly carriedOut: boolean;
}

/** How much is remembered; the oldest calls are forgotten first. */
const maxCalls = 100_000;
const maxBytes = 32 * 2 ** 20;

/** What an entry takes beside its path and body, roughly. */
const fixedBytes = 300;

interface Remembered {
  readonly entry: JournalEntry;
  readonly bytes: number;
}

/** The calls, oldest first. */
export class Journal {
  readonly #calls = new Map<number, Remembered>();
  #bytes = 0;
  #last = 0;

  /** Notes a call; the answer is filled in when there is one. */
  begin(entry: Omit<JournalEntry, "number">): number {
    this.#last += 1;
    this.#put({ ...entry, number: this.#last });
    return this.#last;
  }

  /** Adds what has become known of a call, if it is still remembered. */
  note(number: number, more: Partial<Omit<JournalEntry, "number">>): void {
    const before = this.#calls.get(number);
    if (before) this.#put({ ...before.entry, ...more });
  }

  all(): readonly JournalEntry[] {
    return [...this.#calls.values()].map(({ entry }) => entry);
  }

  clear(): void {
    this.#calls.clear();
    this.#bytes = 0;
  }

  #put(entry: JournalEntry): void {
    const before = this.#calls.get(entry.number);
    const isSameSize = before?.entry.body === entry.body;
    const bytes = before && isSameSize ? before.bytes : fixedBytes + entry.path.length + lengthOf(entry.body);
    this.#calls.set(entry.number, { entry, bytes });
    this.#bytes += bytes - (before?.bytes ?? 0);
    for (const [number, oldest] of this.#calls) {
      if (this.#calls.size <= maxCalls && this.#bytes <= maxBytes) return;
      this.#calls.delete(number);
      this.#bytes -= oldest.bytes;
    }
  }
}

function lengthOf(body: unknown): number {
  return body === null ? 0 : JSON.stringify(body).length;
}
