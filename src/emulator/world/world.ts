import type { SavedWorld } from "../types.generated";
import type { AccountRecord } from "./account-records";
import type { Change, Changes, RecordChange } from "./changes";
import type { Owners } from "./owners";
import type { SavedAccount } from "./saved-world";
import { Shared } from "./shared";
import { instanceTables, openTables, rowsOf, type TablesOf } from "./table-set";
import { accountTables, type Counter, sharedTables } from "./tables";
import type { Timeline } from "./timeline";
import type { WorldSize } from "./world-size";

/** All data of one account: its own tables, and those that all accounts share. */
export type World = Account & TablesOf<typeof accountTables> & TablesOf<typeof sharedTables>;

/** Creates a world from its saved form. Returns the world of the first account. */
export function createWorld(saved: SavedWorld): World {
  const shared = new Shared(saved);
  const accounts: World[] = [];
  const open = (one: SavedAccount): World => {
    const account = new Account(accounts, one, shared);
    const world = Object.assign(account, account.tables, shared.tables);
    accounts.push(world);
    return world;
  };
  const first = open(saved);
  for (const other of saved.other_accounts) open(other);
  return first;
}

class Account {
  /** 1 for the first account. */
  readonly accountNumber: number;
  readonly tables: TablesOf<typeof accountTables>;
  readonly #accounts: readonly World[];
  readonly #shared: Shared;

  constructor(accounts: readonly World[], saved: SavedAccount, shared: Shared) {
    const number = accounts.length + 1;
    this.accountNumber = number;
    this.#accounts = accounts;
    this.#shared = shared;
    this.account = saved.account;
    shared.owners.presenceIn("accounts", number).added(saved.account.euuid);
    this.tables = openTables(accountTables, saved, (definition) =>
      shared.open(definition, this.changeTableName(definition.name), number),
    );
  }

  /** The name under which changes to one of its tables are recorded. */
  changeTableName(table: string): string {
    return this.accountNumber === 1 ? table : `${table} of ${this.accountNumber}`;
  }

  /** All accounts of the world, in the order of their numbers. */
  get accounts(): readonly World[] {
    return this.#accounts;
  }

  get account(): AccountRecord {
    const record = this.#shared.accounts.get(this.accountNumber);
    if (!record) throw new Error(`The world has no account ${this.accountNumber}.`);
    return record.account;
  }

  set account(account: AccountRecord) {
    this.#shared.accounts.put({ number: this.accountNumber, account });
  }

  /** Maps the records that timeline entries refer to, to the accounts that own them. */
  get owners(): Owners {
    return this.#shared.owners;
  }

  get timeline(): Timeline {
    return this.#shared.timeline;
  }

  /** The changes in all accounts since the last call of `take()`. */
  get changes(): Changes {
    return this.#shared.changes;
  }

  /** How large the whole world is. */
  get size(): WorldSize {
    return this.#shared.size;
  }

  /** Drops the oldest events, logins, invoices, payments and notifications of all accounts if there are too many. */
  trimHistory(): void {
    this.#shared.trimHistory();
  }

  /** The brand whose names the world uses. */
  get brand(): string {
    return this.#shared.brand;
  }

  /** The next number of a counter, from 1. */
  nextNumber(counter: Counter): number {
    return this.#shared.nextNumber(counter);
  }

  /** Removes the records that belong to an instance: disks, configurations, addresses, backups, maintenance windows. */
  removeInstanceRecords(instanceId: number): void {
    for (const table of instanceTables(accountTables, this.tables)) table.removeGroup(instanceId);
  }

  /** Moves the records that belong to an instance to another account. */
  moveInstanceRecords(instanceId: number, to: World): void {
    const targets = instanceTables(accountTables, to.tables);
    for (const [index, table] of instanceTables(accountTables, this.tables).entries()) {
      targets[index]?.fill(table.removeGroup(instanceId));
    }
  }

  /** Applies a change that was read from a journal. Throws if it cannot be a change to this world. */
  replay(change: Change): void {
    this.#shared.replay(change);
  }

  /** Runs `read` on the whole world as it was before its latest changes. `latest` lists them, oldest first. */
  readBefore<T>(latest: readonly RecordChange[], read: () => T): T {
    return this.#shared.readBefore(latest, read);
  }

  /** The saved form of the whole world, including all accounts. */
  export(time: number): SavedWorld {
    const [first = this, ...others] = this.#accounts;
    return {
      version: 1,
      brand: this.brand,
      time,
      numbers: this.#shared.numbers(),
      ...rowsOf(sharedTables, this.#shared.tables),
      timeline: [...this.timeline.all()],
      ...first.#savedAccount(),
      other_accounts: others.map((other) => other.#savedAccount()),
    };
  }

  #savedAccount(): SavedAccount {
    return { account: this.account, ...rowsOf(accountTables, this.tables) };
  }
}
