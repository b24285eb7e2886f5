import type { Key } from "./table-definition";

/** Keeps track of the records that a table has. */
export interface Presence {
  added(key: Key): void;
  removed(key: Key): void;
}

/** Knows which accounts have a record, so that a due transition is looked up only in these. */
export class Owners {
  readonly #tables = new Map<string, Map<Key, Set<number>>>();

  /** Keeps track of the records that an account has in a table. */
  presenceIn(table: string, account: number): Presence {
    const owners = this.#tables.get(table) ?? new Map<Key, Set<number>>();
    this.#tables.set(table, owners);
    return {
      added: (key) => {
        const known = owners.get(key);
        if (known) known.add(account);
        else owners.set(key, new Set([account]));
      },
      removed: (key) => {
        const known = owners.get(key);
        known?.delete(account);
        if (known?.size === 0) owners.delete(key);
      },
    };
  }

  /** The numbers of the accounts, in order. */
  of(table: string, key: Key): readonly number[] {
    return [...(this.#tables.get(table)?.get(key) ?? [])].sort((one, other) => one - other);
  }
}
