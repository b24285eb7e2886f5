/** The maximum size of a world as JSON, in bytes. Exports of a larger one would take seconds, and a GB of memory. */
export const maxWorldSize = 64 * 2 ** 20;
/** The part of it that may be history: events, logins, invoices, payments, notifications. */
export const maxHistorySize = 24 * 2 ** 20;
/** About the length of an entry of the timeline. */
const timelineEntrySize = 120;

/** The approximate length of a world's JSON in bytes, as it grows and shrinks. */
export class WorldSize {
  #total = 0;
  #history = 0;

  get isFull(): boolean {
    return this.#total >= maxWorldSize;
  }

  get hasTooMuchHistory(): boolean {
    return this.#history > maxHistorySize;
  }

  get total(): number {
    return this.#total;
  }

  changed(bytes: number, isHistory: boolean): void {
    this.#total += bytes;
    if (isHistory) this.#history += bytes;
  }

  planned(entries: number): void {
    this.#total += entries * timelineEntrySize;
  }
}
