import type { ErrorDetail } from "../service-error";
import type { SavedWorld } from "../types.generated";
import { maxAdvance } from "./moment";
import type { SavedAccount } from "./saved-world";
import type { Key, TableDefinition } from "./table-definition";
import { mapSavedTables } from "./table-set";
import { accountTables } from "./tables";

/** The contradictions in a world of the right shape, by field: two records with one key, or a record without its owner. */
export function inconsistencies(world: SavedWorld): ErrorDetail[] {
  return [
    ...duplicateKeyErrors(accountTablesOf(world).flatMap(keysOf)),
    ...accountsOf(world).flatMap(missingOwners),
    ...timelineErrors(world),
  ];
}

/** The last number of each counter: as it was saved, or the highest that a record has, so that none is used twice. */
export function lastNumbers(world: SavedWorld): Record<string, number> {
  const last = new Map(Object.entries(world.numbers));
  for (const { definition, rows } of accountTablesOf(world)) {
    const [counter] = definition.counters;
    if (counter === undefined) continue;
    for (const row of rows) {
      const number = definition.numberOf(row) ?? 0;
      if (number > (last.get(counter) ?? 0)) last.set(counter, number);
    }
  }
  return Object.fromEntries(last);
}

/** A table of one account. */
interface SavedTable {
  /** `other_accounts.0.instances` */
  readonly path: string;
  readonly definition: TableDefinition;
  readonly rows: readonly unknown[];
}

/** The key of a record, unique within its scope, and the field that it is in. */
interface ScopedKey {
  readonly scope: string;
  readonly key: Key;
  readonly field: string;
}

type NamedAccount = readonly [prefix: string, account: SavedAccount];

function accountsOf(world: SavedWorld): readonly NamedAccount[] {
  return [
    ["", world],
    ...world.other_accounts.map((account, index) => [`other_accounts.${index}.`, account] as const),
  ];
}

function accountTablesOf(world: SavedWorld): SavedTable[] {
  return accountsOf(world).flatMap(tablesOf);
}

function tablesOf([prefix, account]: NamedAccount): SavedTable[] {
  return mapSavedTables(accountTables, account, (definition, rows) => ({
    path: prefix + definition.name,
    definition,
    rows,
  }));
}

/** Numbers are unique over all accounts, strings within one account. */
function keysOf({ path, definition, rows }: SavedTable): ScopedKey[] {
  return rows.map((row, index) => {
    const key = definition.keyOf(row);
    const scope = typeof key === "number" ? definition.name : path;
    return { scope, key, field: `${path}.${index}.${definition.inputKey}` };
  });
}

function missingOwners(named: NamedAccount): ErrorDetail[] {
  const [prefix, account] = named;
  const instances = new Set<Key | undefined>(account.instances.map(({ id }) => id));
  const users = new Set(account.users.map(({ username }) => username));
  const ofInstances = tablesOf(named).filter(({ definition }) => definition.belongsToInstance);
  return [
    ...ofInstances.flatMap(({ path, definition, rows }) =>
      rows.flatMap((row, index) => {
        const id = definition.groupOf(row);
        const field = `${path}.${index}.instance_id`;
        return instances.has(id) ? [] : [{ field, reason: `there is no instance ${id}` }];
      }),
    ),
    ...account.tokens.flatMap(({ username }, index) => {
      const field = `${prefix}tokens.${index}.username`;
      return users.has(username) ? [] : [{ field, reason: "there is no user of this name" }];
    }),
  ];
}

function timelineErrors({ time, timeline }: SavedWorld): ErrorDetail[] {
  const orders = timeline.map(({ order }, index) => ({
    scope: "timeline",
    key: order,
    field: `timeline.${index}.order`,
  }));
  return [
    ...duplicateKeyErrors(orders),
    ...timeline.flatMap(({ at }, index) =>
      at >= time - maxAdvance
        ? []
        : [{ field: `timeline.${index}.at`, reason: "is more than ten years before the world's own time" }],
    ),
  ];
}

function duplicateKeyErrors(keys: readonly ScopedKey[]): ErrorDetail[] {
  const seen = new Set<string>();
  return keys.flatMap(({ scope, key, field }) => {
    const scoped = `${scope} ${key}`;
    if (seen.has(scoped)) return [{ field, reason: "is a duplicate" }];
    seen.add(scoped);
    return [];
  });
}
