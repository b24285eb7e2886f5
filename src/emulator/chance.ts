const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** How far a chance has come: from here it goes on the same. */
export interface ChanceState {
  readonly seed: number;
  readonly state: number;
}

/** Numbers and letters, the same for the same seed: the mulberry32 generator. */
export class Chance {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed | 0;
    this.#state = this.#seed;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  token(length: number): string {
    return Array.from({ length }, () => letters.charAt(Math.floor(this.next() * letters.length))).join("");
  }

  state(): ChanceState {
    return { seed: this.#seed, state: this.#state };
  }

  restart(): void {
    this.#state = this.#seed;
  }

  /** Goes on from where it had come, unless that was by another seed. */
  resume({ seed, state }: ChanceState): void {
    if (seed === this.#seed) this.#state = state;
  }
}
