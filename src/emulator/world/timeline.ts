import { z } from "zod";

/** What is due at a moment. It carries what it needs to notice that it was overtaken. */
export const due = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("instance"), instance_id: z.int(), epoch: z.int() }),
  z.object({ kind: z.literal("watchdog"), instance_id: z.int(), epoch: z.int() }),
  z.object({ kind: z.literal("image"), image_id: z.string(), turn: z.string(), epoch: z.int() }),
  z.object({ kind: z.literal("paymentMethod"), payment_method_id: z.int() }),
  z.object({ kind: z.literal("backup"), backup_id: z.int() }),
  z.object({ kind: z.literal("automaticBackup"), instance_id: z.int(), service: z.int() }),
]);
export const timelineEntry = z.object({ at: z.number(), order: z.int(), due });

export type Due = z.output<typeof due>;
export type TimelineEntry = z.output<typeof timelineEntry>;

/** What is yet to happen, earliest first: a binary heap. */
export class Timeline {
  readonly #heap: TimelineEntry[] = [];
  #order = 0;

  add(at: number, what: Due): void {
    this.#push({ at, order: this.#order++, due: what });
  }

  /** Takes the earliest entry out if its moment has come. */
  take(now: number): TimelineEntry | undefined {
    const first = this.#heap[0];
    if (!first || first.at > now) return undefined;
    const last = this.#heap.pop();
    if (last && last !== first) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  all(): readonly TimelineEntry[] {
    return [...this.#heap].sort(byMoment);
  }

  /** Goes on from entries that were saved. */
  restore(entries: readonly TimelineEntry[]): void {
    for (const entry of entries) {
      this.#push(entry);
      this.#order = Math.max(this.#order, entry.order + 1);
    }
  }

  #push(entry: TimelineEntry): void {
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
