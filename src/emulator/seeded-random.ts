const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The position in a sequence of random numbers, from which it continues. */
export interface SeededRandomState {
  readonly seed: number;
  readonly state: number;
}

/** Random numbers and tokens, the same for the same seed (the mulberry32 generator). */
export class SeededRandom {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed | 0;
    this.#state = this.#seed;
  }

  /** A number of at least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  token(length: number): string {
    return Array.from({ length }, () => letters.charAt(Math.floor(this.next() * letters.length))).join("");
  }

  state(): SeededRandomState {
    return { seed: this.#seed, state: this.#state };
  }

  restart(): void {
    this.#state = this.#seed;
  }

  /** Continues from a saved position, unless it belongs to another seed. */
  resume({ seed, state }: SeededRandomState): void {
    if (seed === this.#seed) this.#state = state;
  }
}
