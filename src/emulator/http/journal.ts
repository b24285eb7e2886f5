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

const longest = 100_000;

/** The calls, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #last = 0;

  /** Notes a call; the answer is filled in when there is one. */
  begin(entry: Omit<JournalEntry, "number">): number {
    this.#last += 1;
    this.#entries.push({ ...entry, number: this.#last });
    if (this.#entries.length > longest) this.#entries = this.#entries.slice(longest / 10);
    return this.#last;
  }

  note(number: number, more: Partial<Omit<JournalEntry, "number">>): void {
    const first = this.#entries[0]?.number ?? 0;
    const entry = this.#entries[number - first];
    if (entry) this.#entries[number - first] = { ...entry, ...more };
  }

  all(): readonly JournalEntry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
  }
}
