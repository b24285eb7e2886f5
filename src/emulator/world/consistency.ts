import type { Fault } from "../refusal";
import { maxPassing } from "./moment";
import type { AccountState, Numbered, WorldState } from "./world-state";

/** The tables whose rows are numbered over all accounts. */
const numbered = [
  ["instances", "instance"],
  ["disks", "disk"],
  ["configs", "config"],
  ["backups", "backup"],
  ["payment_methods", "paymentMethod"],
  ["usages", "usage"],
  ["invoices", "invoice"],
  ["payments", "payment"],
  ["notices", "notice"],
  ["events", "event"],
  ["logins", "login"],
  ["maintenances", "maintenance"],
] as const satisfies readonly (readonly [keyof AccountState, Numbered])[];

/** What belongs to an instance and goes with it. */
const ofInstances = ["disks", "configs", "addresses", "backups", "maintenances"] as const;

/** What in a world of the right shape can't be true, by field: a thing that is there twice, or belongs to nothing. */
export function inconsistencies(world: WorldState): Fault[] {
  const accounts = accountsOf(world);
  const ids = numbered.flatMap(([table]) =>
    repeated(
      accounts.flatMap(([prefix, account]) =>
        account[table].map(({ id }, index) => ({ field: `${prefix}${table}.${index}.id`, key: id })),
      ),
    ),
  );
  return [...ids, ...accounts.flatMap(accountFaults), ...timelineFaults(world)];
}

/** The last number of each kind: as written, or the highest that a thing has, so that none is given twice. */
export function lastNumbers(world: WorldState): Record<string, number> {
  const last = new Map(Object.entries(world.numbers));
  const accounts = accountsOf(world);
  for (const [table, kind] of numbered) {
    for (const [, account] of accounts) {
      for (const { id } of account[table]) raise(last, kind, id);
    }
  }
  for (const [, { images }] of accounts) {
    for (const { id } of images) raise(last, "image", Number(/^private\/(\d{1,9})$/.exec(id)?.[1] ?? 0));
  }
  return Object.fromEntries(last);
}

function raise(last: Map<string, number>, kind: Numbered, number: number): void {
  if (number > (last.get(kind) ?? 0)) last.set(kind, number);
}

type NamedAccount = readonly [prefix: string, account: AccountState];

function accountsOf(world: WorldState): readonly NamedAccount[] {
  return [
    ["", world],
    ...world.other_accounts.map((account, index) => [`other_accounts.${index}.`, account] as const),
  ];
}

function accountFaults([prefix, account]: NamedAccount): Fault[] {
  const keys = <T>(table: string, rows: readonly T[], name: string, key: (row: T) => string) =>
    repeated(rows.map((row, index) => ({ field: `${prefix}${table}.${index}.${name}`, key: key(row) })));
  const instances = new Set(account.instances.map(({ id }) => id));
  const users = new Set(account.users.map(({ username }) => username));
  return [
    ...keys("users", account.users, "username", ({ username }) => username),
    ...keys("tokens", account.tokens, "text", ({ sha256 }) => sha256),
    ...keys("images", account.images, "id", ({ id }) => id),
    ...keys("oauth_clients", account.oauth_clients, "id", ({ id }) => id),
    ...keys("addresses", account.addresses, "address", ({ address }) => address),
    ...ofInstances.flatMap((table) =>
      account[table].flatMap(({ instance_id }, index) =>
        instances.has(instance_id)
          ? []
          : [
              {
                field: `${prefix}${table}.${index}.instance_id`,
                reason: `there is no instance ${instance_id}`,
              },
            ],
      ),
    ),
    ...account.tokens.flatMap(({ username }, index) =>
      users.has(username)
        ? []
        : [{ field: `${prefix}tokens.${index}.username`, reason: "there is no user of this name" }],
    ),
  ];
}

function timelineFaults({ time, timeline }: WorldState): Fault[] {
  return [
    ...repeated(timeline.map(({ order }, index) => ({ field: `timeline.${index}.order`, key: order }))),
    ...timeline.flatMap(({ at }, index) =>
      at >= time - maxPassing
        ? []
        : [{ field: `timeline.${index}.at`, reason: "is more than ten years before the world's own time" }],
    ),
  ];
}

function repeated(rows: readonly { readonly field: string; readonly key: string | number }[]): Fault[] {
  const seen = new Set<string | number>();
  return rows.flatMap(({ field, key }) => {
    if (seen.has(key)) return [{ field, reason: "is there twice" }];
    seen.add(key);
    return [];
  });
}
