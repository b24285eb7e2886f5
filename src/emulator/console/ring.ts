/** The latest items of a sequence. Readers remember how far they have read. */
export class Ring<T> {
  readonly #max: number;
  #items: T[] = [];
  /** How many items were dropped before the first of `#items`. */
  #dropped = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** How many items were ever added. */
  get end(): number {
    return this.#dropped + this.#items.length;
  }

  add(item: T): void {
    this.#items.push(item);
    // Dropping many at once costs less than one each time.
    if (this.#items.length >= 2 * this.#max) this.#drop(this.#items.length - this.#max);
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

  #drop(count: number): void {
    this.#items = this.#items.slice(count);
    this.#dropped += count;
  }
}
