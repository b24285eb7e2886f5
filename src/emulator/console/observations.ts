import { isRecord } from "../../unknown";
import type { RecordChange } from "../world/changes";
import type { Key } from "../world/table-definition";
import type { World } from "../world/world";
import type { ConsoleTable } from "./console-tables";
import { consoleTables } from "./console-tables";
import type { Creation, Mark, StatusChange } from "./messages";
import { Ring } from "./ring";
import { UndoLog } from "./undo-log";

/** A table of one account. Tables that all accounts share have no account. */
export interface ObservedTable {
  readonly table: ConsoleTable;
  readonly account: number | undefined;
}

/** Called on each change as it is made. */
export interface Observer {
  changed(table: string, key: Key): void;
  /** The world was replaced by another one. */
  replaced(): void;
  called(number: number): void;
  forgotten(): void;
}

const maxStatuses = 30_000;
const maxMarks = 500;
const maxCreations = 20_000;

/**
 * Watches a world for consoles. It keeps bounded lists of what the world does not show when a console opens: previous statuses of
 * instances, the call that created each object, and events that are not calls.
 */
export class Observations {
  readonly statuses = new Ring<StatusChange>(maxStatuses);
  readonly marks = new Ring<Mark>(maxMarks);
  readonly undo = new UndoLog();
  /** How many times records have changed. */
  changes = 0;
  readonly #now: () => number;
  readonly #observers = new Set<Observer>();
  readonly #creations = new Map<string, Creation>();
  #tables: ReadonlyMap<string, ObservedTable> = new Map();
  #creation: Creation | undefined;

  /** `now` is the emulator's time. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins to watch a world, in place of the previous one. */
  attach(world: World): void {
    this.statuses.clear();
    this.undo.clear();
    this.#creations.clear();
    this.#tables = observedTables(world);
    world.changes.observe((change, bytes) => this.#changed(change, bytes));
    for (const observer of this.#observers) observer.replaced();
  }

  /** Every table that consoles show, by the name under which its changes are recorded. */
  get tables(): ReadonlyMap<string, ObservedTable> {
    return this.#tables;
  }

  get observerCount(): number {
    return this.#observers.size;
  }

  /** Returns a function that ends it. */
  observe(observer: Observer): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** Does work in which objects are created by a call. */
  during<T>(creation: Creation, work: () => T): T {
    this.#creation = creation;
    try {
      return work();
    } finally {
      this.#creation = undefined;
    }
  }

  creationOf(table: string, key: Key): Creation | undefined {
    return this.#creations.get(`${table} ${key}`);
  }

  mark(kind: Mark["kind"], text: string): void {
    this.marks.add({ number: this.marks.end + 1, at: this.#now(), kind, text });
  }

  called(number: number): void {
    for (const observer of this.#observers) observer.called(number);
  }

  forgotten(): void {
    for (const observer of this.#observers) observer.forgotten();
  }

  #changed(change: RecordChange, bytes: number): void {
    const { table, key, before, after } = change;
    this.undo.record(change, this.#now(), bytes);
    if (table === "timeline" || table === "numbers") return;
    this.changes += 1;
    const observed = this.#tables.get(table);
    if (!observed) return;
    if (before === undefined || after === undefined) this.#recordCreation(`${table} ${key}`, after);
    if (observed.table.name === "instances") this.#recordStatus(observed.account ?? 1, key, before, after);
    for (const observer of this.#observers) observer.changed(table, key);
  }

  #recordCreation(name: string, after: unknown): void {
    this.#creations.delete(name);
    if (after === undefined || !this.#creation) return;
    this.#creations.set(name, this.#creation);
    if (this.#creations.size <= maxCreations) return;
    for (const oldest of this.#creations.keys()) {
      this.#creations.delete(oldest);
      return;
    }
  }

  #recordStatus(account: number, key: Key, before: unknown, after: unknown): void {
    const status = statusOf(after);
    if (status === statusOf(before)) return;
    const label = labelOf(after) ?? labelOf(before) ?? "";
    this.statuses.add({ account, instance: Number(key), label, status, at: this.#now() });
  }
}

function observedTables(world: World): Map<string, ObservedTable> {
  const tables = Object.values(consoleTables);
  const [shared, own] = [
    tables.filter(({ name }) => name === "entity_transfers"),
    tables.filter(({ name }) => name !== "entity_transfers"),
  ];
  return new Map<string, ObservedTable>([
    ...shared.map((table) => [table.name, { table, account: undefined }] as const),
    ...world.accounts.flatMap((account) =>
      own.map((table) => {
        return [account.changeTableName(table.name), { table, account: account.accountNumber }] as const;
      }),
    ),
  ]);
}

function statusOf(record: unknown): string | null {
  return isRecord(record) && typeof record.status === "string" ? record.status : null;
}

function labelOf(record: unknown): string | undefined {
  return isRecord(record) && typeof record.label === "string" ? record.label : undefined;
}
