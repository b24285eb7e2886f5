/** Rows by key, in the order in which they came, and optionally by one more property. Rows are replaced, never changed. */
export class Table<K extends string | number, R> {
  readonly #rows = new Map<K, R>();
  readonly #index = new Map<string | number, Set<K>>();
  readonly #keyOf: (row: R) => K;
  readonly #groupOf: ((row: R) => string | number) | undefined;
  #all: readonly R[] | undefined;

  constructor(keyOf: (row: R) => K, groupOf?: (row: R) => string | number) {
    this.#keyOf = keyOf;
    this.#groupOf = groupOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: K): R | undefined {
    return this.#rows.get(key);
  }

  /** The row that has been here longest. */
  first(): R | undefined {
    for (const row of this.#rows.values()) return row;
    return undefined;
  }

  /** Adds a row, or replaces the one of the same key. */
  put(row: R): R {
    const key = this.#keyOf(row);
    this.#leaveGroup(key);
    this.#rows.set(key, row);
    this.#joinGroup(key, row);
    this.#all = undefined;
    return row;
  }

  remove(key: K): void {
    this.#leaveGroup(key);
    this.#rows.delete(key);
    this.#all = undefined;
  }

  all(): readonly R[] {
    this.#all ??= [...this.#rows.values()];
    return this.#all;
  }

  /** The rows of one group, for a table that has groups. */
  of(group: string | number): readonly R[] {
    return [...(this.#index.get(group) ?? [])].flatMap((key) => {
      const row = this.#rows.get(key);
      return row === undefined ? [] : [row];
    });
  }

  #joinGroup(key: K, row: R): void {
    const group = this.#groupOf?.(row);
    if (group === undefined) return;
    const keys = this.#index.get(group);
    if (keys) keys.add(key);
    else this.#index.set(group, new Set([key]));
  }

  #leaveGroup(key: K): void {
    const old = this.#rows.get(key);
    const group = old === undefined ? undefined : this.#groupOf?.(old);
    if (group === undefined) return;
    const keys = this.#index.get(group);
    keys?.delete(key);
    if (keys?.size === 0) this.#index.delete(group);
  }
}
