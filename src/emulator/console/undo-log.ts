import { isRecord } from "../../unknown";
import type { SavedWorld } from "../types.generated";
import type { RecordChange } from "../world/changes";
import type { TableDefinition } from "../world/table-definition";
import { accountTables, sharedTables } from "../world/tables";
import { Ring } from "./ring";

/** `at`: on the emulator's clock. */
interface Undo extends RecordChange {
  readonly at: number;
  /** The length of the JSON of the record before the change, which the world no longer contains. */
  readonly bytes: number;
}

/** Enough for several hundred calls. Records are replaced and never changed, so that they need no copies. */
const maxEntries = 4000;
const maxBytes = 16 * 2 ** 20;

/** The latest changes to a world, from which its earlier states are reconstructed. */
export class UndoLog {
  readonly #entries = new Ring<Undo>(maxEntries, { max: maxBytes, sizeOf: ({ bytes }) => bytes });

  /** The position after the latest change, for `worldAt`. */
  get position(): number {
    return this.#entries.end;
  }

  /** `bytes`: the length of the JSON of the record before the change. */
  record(change: RecordChange, at: number, bytes: number): void {
    this.#entries.add({ ...change, at, bytes });
  }

  /** The changes that were made after a time, oldest first, as far as they are still known. */
  since(moment: number): readonly RecordChange[] {
    const { items } = this.#entries.after(0, Number.POSITIVE_INFINITY);
    const earlier = items.findLastIndex(({ at }) => at <= moment);
    return items.slice(earlier + 1);
  }

  /** The world as it was at a position, if all changes since are still known. `present` is the world now. */
  worldAt(position: number, present: SavedWorld, time: number): Record<string, unknown> | undefined {
    const undone = this.#entries.after(position, Number.POSITIVE_INFINITY).items;
    if (undone.length < this.#entries.end - position) return undefined;
    const first = new Map<string, Undo>();
    for (const entry of undone) {
      const name = `${entry.table} ${entry.key}`;
      if (!first.has(name)) first.set(name, entry);
    }
    const world: Record<string, unknown> = structuredClone(present);
    for (const entry of first.values()) undo(world, entry);
    return { ...world, time };
  }

  /** Another world follows. Positions before it are no longer valid. */
  clear(): void {
    this.record({ table: "", key: "", before: undefined, after: undefined }, 0, 0);
    this.#entries.clear();
  }
}

const definitions = new Map<string, TableDefinition>(
  [...Object.values(accountTables), ...Object.values(sharedTables)].map((definition) => [
    definition.name,
    definition,
  ]),
);

function undo(world: Record<string, unknown>, { table, key, before }: Undo): void {
  const [, name = "", account = "1"] = /^(\S+)(?: of (\d+))?$/.exec(table) ?? [];
  const owner = accountOf(world, Number(name === "accounts" ? key : account));
  if (name === "accounts") {
    if (isRecord(before)) owner.account = before.account;
    return;
  }
  if (name === "numbers") {
    const numbers = isRecord(world.numbers) ? world.numbers : {};
    if (before === undefined) delete numbers[key];
    else numbers[key] = before;
    return;
  }
  const keyOf = name === "timeline" ? orderOf : definitions.get(name)?.keyOf;
  const rows: unknown = owner[name];
  if (!keyOf || !Array.isArray(rows)) return;
  const index = rows.findIndex((row) => keyOf(row) === key);
  if (before === undefined) owner[name] = rows.filter((_, place) => place !== index);
  else if (index >= 0) owner[name] = rows.map((row, place) => (place === index ? before : row));
  else owner[name] = [...rows, before];
}

function accountOf(world: Record<string, unknown>, number: number): Record<string, unknown> {
  const others = Array.isArray(world.other_accounts) ? world.other_accounts : [];
  const account: unknown = number === 1 ? world : others[number - 2];
  return isRecord(account) ? account : {};
}

function orderOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.order : undefined;
}
