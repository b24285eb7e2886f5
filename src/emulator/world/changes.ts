import { z } from "zod";
import { timelineEntry } from "./timeline-entry";

/** One change of a world as plain JSON, by which it can be made again. */
export const change = z.discriminatedUnion("is", [
  z.object({ is: z.literal("put"), table: z.string(), row: z.unknown() }),
  z.object({ is: z.literal("removed"), table: z.string(), key: z.union([z.string(), z.number()]) }),
  z.object({ is: z.literal("number"), kind: z.string(), number: z.int() }),
  z.object({ is: z.literal("planned"), entry: timelineEntry }),
  /** The earliest of what was planned has come due. */
  z.object({ is: z.literal("taken"), order: z.int() }),
]);

export type Change = z.output<typeof change>;

/** Gathers the changes of a world from when somebody keeps them on. */
export class Changes {
  #noted: Change[] | undefined;
  /** Where in the list a thing was noted last: noted again, it is told once, as it is in the end. */
  readonly #places = new Map<string, number>();

  begin(): void {
    this.#noted ??= [];
  }

  /** `thing` names what the change leaves in a new state, whatever it was before. */
  note(change: Change, thing?: string): void {
    if (!this.#noted) return;
    const place = thing === undefined ? undefined : this.#places.get(thing);
    if (place !== undefined) {
      this.#noted[place] = change;
      return;
    }
    const length = this.#noted.push(change);
    if (thing !== undefined) this.#places.set(thing, length - 1);
  }

  /** The thing is gone; should it come again, it comes as the last. */
  noteRemoval(change: Change, thing: string): void {
    this.#places.delete(thing);
    this.note(change);
  }

  /** Hands over what was noted, and begins anew. */
  take(): readonly Change[] {
    const noted = this.#noted ?? [];
    if (noted.length > 0) {
      this.#noted = [];
      this.#places.clear();
    }
    return noted;
  }
}
