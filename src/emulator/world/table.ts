import type { Changes } from "./changes";
import type { Presence } from "./owners";
import type { Key, TableDefinition } from "./table-definition";
import type { WorldSize } from "./world-size";

/** Records by key, in the order in which they were added, and optionally by group. Records are replaced, never changed. */
export class Table<K extends Key, R> {
  readonly #records = new Map<Key, R>();
  readonly #groups = new Map<Key, Set<Key>>();
  /** The place of each record in the order in which they were added. */
  readonly #places = new Map<Key, number>();
  /** The keys of records that were restored at their former place. If there are any, reads sort by place. */
  readonly #restored = new Set<Key>();
  #lastPlace = 0;
  readonly #definition: Pick<TableDefinition<string, R, K>, "record" | "keyOf" | "groupOf" | "isHistory">;
  readonly #name: string;
  readonly #changes: Changes;
  readonly #worldSize: WorldSize;
  readonly #presence: Presence | undefined;
  #all: readonly R[] | undefined;
  #bytes = 0;

  /** Changes are recorded under `name`. */
  constructor(
    definition: TableDefinition<string, R, K>,
    name: string,
    changes: Changes,
    worldSize: WorldSize,
    presence?: Presence,
  ) {
    this.#definition = definition;
    this.#name = name;
    this.#changes = changes;
    this.#worldSize = worldSize;
    this.#presence = presence;
  }

  /** The length of its records' JSON. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#records.size;
  }

  get(key: K): R | undefined {
    return this.#records.get(key);
  }

  /** Like `get`, for a key of either type. */
  find(key: Key): R | undefined {
    return this.#records.get(key);
  }

  /** The record that was added first. */
  first(): R | undefined {
    for (const record of this.#records.values()) return record;
    return undefined;
  }

  /** Adds a record, or replaces the one of the same key. */
  put(record: R): R {
    const key = this.#definition.keyOf(record);
    const before = this.#records.get(key);
    this.#leaveGroup(key);
    if (before === undefined) {
      this.#places.set(key, ++this.#lastPlace);
      this.#presence?.added(key);
    }
    this.#records.set(key, record);
    this.#joinGroup(key, record);
    this.#all = undefined;
    const bytes = lengthOf(before);
    this.#resize(lengthOf(record) - bytes);
    this.#changes.record({ is: "put", table: this.#name, row: record }, `${this.#name} ${key}`);
    this.#changes.notifyObserver({ table: this.#name, key, before, after: record }, bytes);
    return record;
  }

  fill(records: readonly R[]): void {
    for (const record of records) this.put(record);
  }

  remove(key: K): void {
    this.#remove(key);
  }

  /** Removes the record that was added first. */
  removeFirst(): void {
    for (const key of this.#records.keys()) {
      this.#remove(key);
      return;
    }
  }

  /** Puts a record that was read from a journal. Throws a `z.ZodError` if it has another shape. */
  replayPut(record: unknown): void {
    this.put(this.#definition.record.parse(record));
  }

  /** Removes the record of a key that was read from a journal. */
  replayRemove(key: Key): void {
    this.#remove(key);
  }

  /** Restores a record that this table had, at its former place if it was removed, or removes the record of the key. */
  restore(key: Key, record: R | undefined, place?: number): void {
    if (record === undefined) this.#remove(key);
    else this.put(record);
    if (place === undefined) return;
    this.#places.set(key, place);
    this.#restored.add(key);
  }

  all(): readonly R[] {
    this.#all ??= [...this.#inOrder(this.#records.keys())];
    return this.#all;
  }

  /** The records of one group. */
  of(group: Key): readonly R[] {
    return this.#inOrder(this.#groups.get(group) ?? []);
  }

  /** Removes the records of one group, and returns them. */
  removeGroup(group: Key): readonly R[] {
    const removed = this.of(group);
    for (const record of removed) this.remove(this.#definition.keyOf(record));
    return removed;
  }

  #inOrder(keys: Iterable<Key>): readonly R[] {
    const placeOf = (key: Key) => this.#places.get(key) ?? 0;
    const ordered =
      this.#restored.size === 0 ? [...keys] : [...keys].sort((one, other) => placeOf(one) - placeOf(other));
    return ordered.flatMap((key) => {
      const record = this.#records.get(key);
      return record === undefined ? [] : [record];
    });
  }

  #remove(key: Key): void {
    const before = this.#records.get(key);
    this.#leaveGroup(key);
    if (!this.#records.delete(key)) return;
    const place = this.#places.get(key);
    this.#places.delete(key);
    this.#presence?.removed(key);
    this.#restored.delete(key);
    this.#all = undefined;
    const bytes = lengthOf(before);
    this.#resize(-bytes);
    this.#changes.recordRemoval({ is: "removed", table: this.#name, key }, `${this.#name} ${key}`);
    this.#changes.notifyObserver({ table: this.#name, key, before, after: undefined, place }, bytes);
  }

  #resize(bytes: number): void {
    this.#bytes += bytes;
    this.#worldSize.changed(bytes, this.#definition.isHistory);
  }

  #joinGroup(key: K, record: R): void {
    const group = this.#definition.groupOf(record);
    if (group === undefined) return;
    const keys = this.#groups.get(group);
    if (keys) keys.add(key);
    else this.#groups.set(group, new Set([key]));
  }

  #leaveGroup(key: Key): void {
    const record = this.#records.get(key);
    const group = record === undefined ? undefined : this.#definition.groupOf(record);
    if (group === undefined) return;
    const keys = this.#groups.get(group);
    keys?.delete(key);
    if (keys?.size === 0) this.#groups.delete(group);
  }
}

function lengthOf(record: unknown): number {
  return record === undefined ? 0 : JSON.stringify(record).length;
}
