/** A bound on the total size of a ring's items, whatever they are measured in. */
interface SizeBound<T> {
  readonly max: number;
  sizeOf(item: T): number;
}

/** The latest items of a sequence. Readers remember how far they have read. */
export class Ring<T> {
  readonly #max: number;
  readonly #bound: SizeBound<T> | undefined;
  #items: T[] = [];
  #size = 0;
  /** How many items were dropped before the first of `#items`. */
  #dropped = 0;

  /** Up to twice as many items, and twice their size, are kept in memory. */
  constructor(max: number, bound?: SizeBound<T>) {
    this.#max = max;
    this.#bound = bound;
  }

  /** How many items were ever added. */
  get end(): number {
    return this.#dropped + this.#items.length;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#size += this.#sizeOf(item);
    // Dropping many at once costs less than one each time.
    if (this.#items.length >= 2 * this.#max) this.#drop(this.#items.length - this.#max);
    if (this.#bound && this.#size >= 2 * this.#bound.max) this.#drop(this.#countAbove(this.#bound.max));
  }

  clear(): void {
    this.#drop(this.#items.length);
  }

  /** Up to `limit` items after the first `read` ones, without those that were dropped, and the position after them. */
  after(read: number, limit: number): { readonly items: readonly T[]; readonly end: number } {
    const start = Math.max(read - this.#dropped, this.#items.length - this.#max, 0);
    const items = this.#items.slice(start, start + limit);
    return { items, end: this.#dropped + start + items.length };
  }

  /** How many of the oldest items have to be dropped until the others have no more than this size. */
  #countAbove(max: number): number {
    let size = this.#size;
    const count = this.#items.findIndex((item) => {
      if (size <= max) return true;
      size -= this.#sizeOf(item);
      return false;
    });
    return count < 0 ? this.#items.length : count;
  }

  #sizeOf(item: T): number {
    return this.#bound?.sizeOf(item) ?? 0;
  }

  #drop(count: number): void {
    for (const item of this.#items.slice(0, count)) this.#size -= this.#sizeOf(item);
    this.#items = this.#items.slice(count);
    this.#dropped += count;
  }
}
