/** Random choices, the same for the same seed: the mulberry32 generator. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed | 0;
  }

  /** At least 0 and below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to below `end`. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  /** Mostly small numbers, rarely ones close to `end`. */
  size(end) {
    return Math.floor(end ** this.next());
  }
}
