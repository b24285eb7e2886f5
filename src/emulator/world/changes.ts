import { z } from "zod";
import { timelineEntry } from "./timeline-entry";

/** A change to a world as plain JSON, which can be replayed. */
export const change = z.discriminatedUnion("is", [
  z.object({ is: z.literal("put"), table: z.string(), row: z.unknown() }),
  z.object({ is: z.literal("removed"), table: z.string(), key: z.union([z.string(), z.number()]) }),
  z.object({ is: z.literal("number"), kind: z.string(), number: z.int() }),
  z.object({ is: z.literal("planned"), entry: timelineEntry }),
  /** The earliest entry of the timeline was taken. */
  z.object({ is: z.literal("taken"), order: z.int() }),
]);

export type Change = z.output<typeof change>;

/** A change to one record. A record is undefined if it did not exist before, or no longer exists after. */
export interface RecordChange {
  readonly table: string;
  readonly key: string | number;
  readonly before: unknown;
  readonly after: unknown;
  /** The place in the order of its table that a removed record had. */
  readonly place?: number | undefined;
}

/**
 * Called on each change to a record, of a planned transition (`timeline`, by its order) and of a last number (`numbers`, by its
 * counter). `bytes` is the length of the JSON of a record before the change.
 */
type ChangeObserver = (change: RecordChange, bytes: number) => void;

/** Records the changes to a world for a journal, and passes them to an observer. */
export class Changes {
  #observer: ChangeObserver | undefined;
  #recorded: Change[] | undefined;
  /** The last position of each subject in the list. A later change to the same subject replaces the earlier one. */
  readonly #positions = new Map<string, number>();

  /** Sets the observer of changes that are made from now on. */
  observe(observer: ChangeObserver): void {
    this.#observer = observer;
  }

  notifyObserver(change: RecordChange, bytes = 0): void {
    this.#observer?.(change, bytes);
  }

  startRecording(): void {
    this.#recorded ??= [];
  }

  /** Records a change. `subject` names what the change overwrites: only its last change is kept. */
  record(change: Change, subject?: string): void {
    if (!this.#recorded) return;
    const position = subject === undefined ? undefined : this.#positions.get(subject);
    if (position !== undefined) {
      this.#recorded[position] = change;
      return;
    }
    const length = this.#recorded.push(change);
    if (subject !== undefined) this.#positions.set(subject, length - 1);
  }

  /** Records a removal. A subject that is added again later comes last, as in its table. */
  recordRemoval(change: Change, subject: string): void {
    this.#positions.delete(subject);
    this.record(change);
  }

  /** Returns the recorded changes and starts a new list. */
  take(): readonly Change[] {
    const changes = this.#recorded ?? [];
    if (changes.length > 0) {
      this.#recorded = [];
      this.#positions.clear();
    }
    return changes;
  }
}
