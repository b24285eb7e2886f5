import type { z } from "zod";
import { numberedAccount } from "./account-records";
import { type Change, Changes } from "./changes";
import * as people from "./people-records";
import * as records from "./records";
import { Table } from "./table";
import { Timeline } from "./timeline";
import type { Numbered, WorldState } from "./world-state";

/** What all accounts of a world share: the operator's offer, what passes between accounts, and the numbers of things. */
export class Shared {
  /** What has changed since it was last asked for, in all accounts. */
  readonly changes = new Changes();
  readonly timeline = new Timeline(this.changes);
  readonly #tables = new Map<string, Kept>();
  readonly #numbers = new Map<string, number>();
  readonly accounts = this.table("accounts", numberedAccount, ({ number }) => number);
  readonly regions = this.table("regions", records.regionRecord, (region) => region.id);
  readonly types = this.table("types", records.typeRecord, (type) => type.id);
  readonly scripts = this.table("scripts", records.scriptRecord, (script) => script.id);
  readonly entityTransfers = this.table(
    "entity_transfers",
    people.entityTransferRecord,
    (transfer) => transfer.token,
  );

  constructor(state: WorldState) {
    this.regions.fill(state.regions);
    this.types.fill(state.types);
    this.scripts.fill(state.scripts);
    this.entityTransfers.fill(state.entity_transfers);
    this.timeline.restore(state.timeline);
    for (const [kind, number] of Object.entries(state.numbers)) this.#numbers.set(kind, number);
  }

  /** The next number of a kind, from 1. */
  number(kind: Numbered): number {
    const next = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, next);
    this.changes.note({ is: "number", kind, number: next }, `number ${kind}`);
    return next;
  }

  numbers(): Record<string, number> {
    return Object.fromEntries(this.#numbers);
  }

  /** A table whose changes are noted under this name. */
  table<K extends string | number, R>(
    name: string,
    shape: z.ZodType<R>,
    key: (row: R) => K,
    group?: (row: R) => string | number,
  ): Table<K, R> {
    const table = new Table({ name, shape, key, group }, this.changes);
    this.#tables.set(name, table);
    return table;
  }

  /** Makes a change that was kept. Throws where it can't be one of this world. */
  redo(change: Change): void {
    switch (change.is) {
      case "put":
        this.#kept(change.table).putAgain(change.row);
        break;
      case "removed":
        this.#kept(change.table).removeAgain(change.key);
        break;
      case "number":
        this.#numbers.set(change.kind, change.number);
        break;
      case "planned":
        this.timeline.restore([change.entry]);
        break;
      case "taken":
        this.timeline.takeAgain(change.order);
        break;
    }
  }

  #kept(name: string): Kept {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`A world has no ${name}.`);
    return table;
  }
}

/** A table, whatever it holds. */
interface Kept {
  putAgain(row: unknown): void;
  removeAgain(key: string | number): void;
}
