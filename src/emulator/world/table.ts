import type { Changes, RecordChange } from "./changes";
import type { Presence } from "./owners";
import type { Key, TableDefinition } from "./table-definition";
import type { WorldSize } from "./world-size";

interface Row<R> {
  readonly record: R | undefined;
  /** Undefined if the record was not removed, so that it still has its place. */
  readonly place: number | undefined;
}

/** A change to one record, which is undefined if it did not exist before. */
type TableChange<R> = Pick<RecordChange, "key" | "place"> & { readonly before: R | undefined };

/** Records by key, in the order in which they were added, and optionally by group. Records are replaced, never changed. */
export class Table<K extends Key, R> {
  readonly #records = new Map<Key, R>();
  readonly #groups = new Map<Key, Set<Key>>();
  /** The place of each record in the order in which they were added. */
  readonly #places = new Map<Key, number>();
  /** Whether the map of records is not in the order of their places, because it contains removed ones while changes are reverted. */
  #isOutOfOrder = false;
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
    this.#insert(key, record, this.#places.get(key) ?? ++this.#lastPlace);
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

  /**
   * Reverts changes to this table, oldest first, and returns a function that makes them again. In between, the table may only be read. Its
   * size stays that of the current records.
   */
  revert(changes: readonly TableChange<R>[]): () => void {
    const former = new Map<Key, Row<R>>();
    for (const { key, before, place = former.get(key)?.place } of changes.toReversed())
      former.set(key, { record: before, place });
    const present = [...former.keys()]
      .map((key) => ({ key, record: this.#records.get(key), place: this.#places.get(key) }))
      .sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
    for (const [key, row] of former) {
      const isMoved = row.record !== undefined && row.place !== undefined;
      this.#isOutOfOrder ||= isMoved;
      this.#show(key, row);
    }
    return () => {
      for (const { key, ...row } of present) this.#show(key, row);
      this.#isOutOfOrder = false;
    };
  }

  all(): readonly R[] {
    this.#all ??= this.#isOutOfOrder
      ? this.#recordsOf(this.#byPlace(this.#records.keys()))
      : [...this.#records.values()];
    return this.#all;
  }

  /** The records of one group. */
  of(group: Key): readonly R[] {
    return this.#recordsOf(this.#byPlace(this.#groups.get(group) ?? []));
  }

  /** Removes the records of one group, and returns them. */
  removeGroup(group: Key): readonly R[] {
    const removed = this.of(group);
    for (const record of removed) this.remove(this.#definition.keyOf(record));
    return removed;
  }

  #byPlace(keys: Iterable<Key>): Key[] {
    const placeOf = (key: Key) => this.#places.get(key) ?? 0;
    return [...keys].sort((one, other) => placeOf(one) - placeOf(other));
  }

  #recordsOf(keys: readonly Key[]): R[] {
    return keys.map((key) => this.#records.get(key)).filter((record) => record !== undefined);
  }

  #remove(key: Key): void {
    const before = this.#records.get(key);
    if (before === undefined) return;
    const place = this.#places.get(key);
    this.#takeOut(key);
    const bytes = lengthOf(before);
    this.#resize(-bytes);
    this.#changes.recordRemoval({ is: "removed", table: this.#name, key }, `${this.#name} ${key}`);
    this.#changes.notifyObserver({ table: this.#name, key, before, after: undefined, place }, bytes);
  }

  #show(key: Key, { record, place }: Row<R>): void {
    const shownPlace = this.#places.get(key);
    const newPlace = place ?? shownPlace ?? 0;
    if (record === undefined || newPlace !== shownPlace) this.#takeOut(key);
    if (record !== undefined) this.#insert(key, record, newPlace);
  }

  /** Adds a record at its place, or replaces the one of the same key there. */
  #insert(key: Key, record: R, place: number): void {
    this.#leaveGroup(key);
    this.#presence?.added(key);
    this.#places.set(key, place);
    this.#records.set(key, record);
    this.#joinGroup(key, record);
    this.#all = undefined;
  }

  #takeOut(key: Key): void {
    this.#leaveGroup(key);
    this.#records.delete(key);
    this.#places.delete(key);
    this.#presence?.removed(key);
    this.#all = undefined;
  }

  #resize(bytes: number): void {
    this.#bytes += bytes;
    this.#worldSize.changed(bytes, this.#definition.isHistory);
  }

  #joinGroup(key: Key, record: R): void {
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
