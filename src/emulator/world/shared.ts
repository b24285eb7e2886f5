import { groupBy } from "../../group-by";
import type { SavedWorld } from "../types.generated";
import { numberedAccount } from "./account-records";
import { type Change, Changes, type RecordChange } from "./changes";
import { Owners } from "./owners";
import { Table } from "./table";
import { defineTable, type Key, type TableDefinition } from "./table-definition";
import { openTables, type TablesOf } from "./table-set";
import { type Counter, sharedTables } from "./tables";
import { Timeline } from "./timeline";
import { WorldSize } from "./world-size";

/** The record of the account itself is stored as a field of a saved world, and as a table in the journal. */
const accounts = defineTable("accounts", { record: numberedAccount, key: "number" });

/** The part of a world that all accounts share: the tables of the operator's offers, the timeline, the counters. */
export class Shared {
  /** The changes of all accounts. */
  readonly changes = new Changes();
  readonly size = new WorldSize();
  readonly timeline = new Timeline(this.changes, this.size);
  readonly owners = new Owners();
  readonly #replayed = new Map<string, ReplayedTable>();
  readonly #histories: HistoryTable[] = [];
  readonly #numbers = new Map<string, number>();
  readonly accounts = this.open(accounts);
  readonly tables: TablesOf<typeof sharedTables>;
  readonly brand: string;

  constructor(state: SavedWorld) {
    this.brand = state.brand;
    this.tables = openTables(sharedTables, state, (definition) => this.open(definition));
    this.timeline.restore(state.timeline);
    for (const [counter, number] of Object.entries(state.numbers)) this.#numbers.set(counter, number);
  }

  /** The next number of a counter, from 1. */
  nextNumber(counter: Counter): number {
    const last = this.#numbers.get(counter);
    const next = (last ?? 0) + 1;
    this.#numbers.set(counter, next);
    this.changes.notifyObserver({ table: "numbers", key: counter, before: last, after: next });
    this.changes.record({ is: "number", kind: counter, number: next }, `number ${counter}`);
    return next;
  }

  numbers(): Record<string, number> {
    return Object.fromEntries(this.#numbers);
  }

  /** Opens a table whose changes are recorded under `name`. Without an account, all accounts share it. */
  open<R, K extends Key>(
    definition: TableDefinition<string, R, K>,
    name: string = definition.name,
    account?: number,
  ): Table<K, R> {
    const isOwned = definition.isPlanned && account !== undefined;
    const presence = isOwned ? this.owners.presenceIn(definition.name, account) : undefined;
    const table = new Table(definition, name, this.changes, this.size, presence);
    this.#replayed.set(name, table);
    if (definition.isHistory) this.#histories.push(table);
    return table;
  }

  /** Drops the oldest records of the largest history until all history is within its limit. */
  trimHistory(): void {
    while (this.size.hasTooMuchHistory) {
      const [first, ...others] = this.#histories;
      others.reduce((one, other) => (one && one.bytes >= other.bytes ? one : other), first)?.removeFirst();
    }
  }

  /** Applies a change that was read from a journal. Throws if it cannot be a change to this world. */
  replay(change: Change): void {
    switch (change.is) {
      case "put":
        this.#tableNamed(change.table).replayPut(change.row);
        break;
      case "removed":
        this.#tableNamed(change.table).replayRemove(change.key);
        break;
      case "number":
        this.#numbers.set(change.kind, change.number);
        break;
      case "planned":
        this.timeline.restore([change.entry]);
        break;
      case "taken":
        this.timeline.replayTake(change.order);
        break;
    }
  }

  /** Runs `read` on the world as it was before its latest changes. `latest` lists them, oldest first. */
  readBefore<T>(latest: readonly RecordChange[], read: () => T): T {
    const makeAgain = [...groupBy(latest, ({ table }) => table)].map(([table, changes]) =>
      this.#replayed.get(table)?.revert(changes),
    );
    try {
      return read();
    } finally {
      for (const make of makeAgain) make?.();
    }
  }

  #tableNamed(name: string): ReplayedTable {
    const table = this.#replayed.get(name);
    if (!table) throw new Error(`A world has no table ${name}.`);
    return table;
  }
}

type HistoryTable = Pick<Table<Key, unknown>, "bytes" | "removeFirst">;
type ReplayedTable = Pick<Table<Key, unknown>, "replayPut" | "replayRemove" | "revert">;
