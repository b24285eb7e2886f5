import type { Instance as Live } from "../client";
import { limits } from "../contract";
import { perServices } from "../lifecycle";

/** At most five clones of one instance run at a time (section 4.1, behaviour 6): further ones wait for their turn. */
export const cloneSlots = perServices(() => new CloneSlots());

class CloneSlots {
  readonly #taken = new Map<number, number>();
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #sources = new Map<string, number>();

  /** Sends a clone when there is a place for it; the place is kept until `release` is told that the clone is done. */
  async take(source: number, send: () => Promise<Live>): Promise<Live> {
    if ((this.#taken.get(source) ?? 0) >= limits.concurrentClones.max) {
      await new Promise<void>((resolve) => {
        this.#waiting.set(source, [...(this.#waiting.get(source) ?? []), resolve]);
      });
    }
    this.#taken.set(source, (this.#taken.get(source) ?? 0) + 1);
    try {
      const clone = await send();
      this.#sources.set(String(clone.id), source);
      return clone;
    } catch (error) {
      this.#free(source);
      throw error;
    }
  }

  release(cloneId: string): void {
    const source = this.#sources.get(cloneId);
    this.#sources.delete(cloneId);
    if (source !== undefined) this.#free(source);
  }

  #free(source: number): void {
    this.#taken.set(source, (this.#taken.get(source) ?? 1) - 1);
    this.#waiting.get(source)?.shift()?.();
  }
}
