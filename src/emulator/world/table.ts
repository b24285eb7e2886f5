import type { z } from "zod";
import type { Changes } from "./changes";

/** What a table holds, by the name that it has in a saved world. */
export interface Kind<K extends string | number, R> {
  readonly name: string;
  readonly shape: z.ZodType<R>;
  readonly key: (row: R) => K;
  readonly group: ((row: R) => string | number) | undefined;
}

/** Rows by key, in the order in which they came, and optionally by one more property. Rows are replaced, never changed. */
export class Table<K extends string | number, R> {
  readonly #rows = new Map<string | number, R>();
  readonly #index = new Map<string | number, Set<string | number>>();
  readonly #kind: Kind<K, R>;
  readonly #changes: Changes;
  #all: readonly R[] | undefined;

  constructor(kind: Kind<K, R>, changes: Changes) {
    this.#kind = kind;
    this.#changes = changes;
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
    const key = this.#kind.key(row);
    this.#leaveGroup(key);
    this.#rows.set(key, row);
    this.#joinGroup(key, row);
    this.#all = undefined;
    const { name } = this.#kind;
    this.#changes.note({ is: "put", table: name, row }, `${name} ${key}`);
    return row;
  }

  fill(rows: readonly R[]): void {
    for (const row of rows) this.put(row);
  }

  remove(key: K): void {
    this.#take(key);
  }

  /** Puts a row that was kept. Throws a `z.ZodError` for what is none. */
  putAgain(row: unknown): void {
    this.put(this.#kind.shape.parse(row));
  }

  /** Removes the row of a key that was kept. */
  removeAgain(key: string | number): void {
    this.#take(key);
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

  #take(key: string | number): void {
    this.#leaveGroup(key);
    if (!this.#rows.delete(key)) return;
    this.#all = undefined;
    const { name } = this.#kind;
    this.#changes.noteRemoval({ is: "removed", table: name, key }, `${name} ${key}`);
  }

  #joinGroup(key: K, row: R): void {
    const group = this.#kind.group?.(row);
    if (group === undefined) return;
    const keys = this.#index.get(group);
    if (keys) keys.add(key);
    else this.#index.set(group, new Set([key]));
  }

  #leaveGroup(key: string | number): void {
    const old = this.#rows.get(key);
    const group = old === undefined ? undefined : this.#kind.group?.(old);
    if (group === undefined) return;
    const keys = this.#index.get(group);
    keys?.delete(key);
    if (keys?.size === 0) this.#index.delete(group);
  }
}
