import type { Changes } from "./changes";
import type { DueTransition, TimelineEntry } from "./timeline-entry";
import type { WorldSize } from "./world-size";

/** The planned transitions, earliest first, in a binary heap. */
export class Timeline {
  readonly #heap: TimelineEntry[] = [];
  readonly #changes: Changes;
  readonly #worldSize: WorldSize;
  #order = 0;

  constructor(changes: Changes, worldSize: WorldSize) {
    this.#changes = changes;
    this.#worldSize = worldSize;
  }

  add(at: number, what: DueTransition): void {
    const entry = { at, order: this.#order++, due: what };
    this.#push(entry);
    this.#changes.record({ is: "planned", entry });
    this.#changes.notifyObserver({ table: "timeline", key: entry.order, before: undefined, after: entry });
  }

  /** When the earliest entry is due. Undefined if there is none. */
  next(): number | undefined {
    return this.#heap[0]?.at;
  }

  /** Takes the earliest entry out if it is due. */
  take(now: number): TimelineEntry | undefined {
    const first = this.#heap[0];
    if (!first || first.at > now) return undefined;
    this.#worldSize.planned(-1);
    const last = this.#heap.pop();
    if (last && last !== first) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    this.#changes.record({ is: "taken", order: first.order });
    this.#changes.notifyObserver({ table: "timeline", key: first.order, before: first, after: undefined });
    return first;
  }

  /** The planned transitions, in no order. */
  planned(): readonly DueTransition[] {
    return this.#heap.map(({ due }) => due);
  }

  all(): readonly TimelineEntry[] {
    return [...this.#heap].sort(byMoment);
  }

  /** Removes an entry that the journal recorded as taken. Throws if it is not the earliest. */
  replayTake(order: number): void {
    const entry = this.take(Number.POSITIVE_INFINITY);
    if (entry?.order !== order) throw new Error(`Entry ${order} of the timeline is not the earliest.`);
  }

  /** Adds entries that were saved; new ones are ordered after them. */
  restore(entries: readonly TimelineEntry[]): void {
    for (const entry of entries) {
      this.#push(entry);
      this.#order = Math.max(this.#order, entry.order + 1);
    }
  }

  #push(entry: TimelineEntry): void {
    this.#worldSize.planned(1);
    let index = this.#heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.#heap[parent];
      if (!above || byMoment(above, entry) <= 0) break;
      this.#heap[index] = above;
      this.#heap[parent] = entry;
      index = parent;
    }
  }

  #sink(start: number): void {
    let index = start;
    const entry = this.#heap[index];
    if (!entry) return;
    for (;;) {
      const [left, right] = [this.#heap[2 * index + 1], this.#heap[2 * index + 2]];
      const takesRight = left && right && byMoment(right, left) < 0;
      const below = takesRight ? right : left;
      if (!below || byMoment(entry, below) <= 0) return;
      const child = takesRight ? 2 * index + 2 : 2 * index + 1;
      this.#heap[index] = below;
      this.#heap[child] = entry;
      index = child;
    }
  }
}

function byMoment(one: TimelineEntry, other: TimelineEntry): number {
  return one.at - other.at || one.order - other.order;
}
