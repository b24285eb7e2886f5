import { isRecord } from "../../unknown";

/** The differences in one table. */
export interface TableDifference {
  /** `instances`, `account 2: images` */
  readonly table: string;
  readonly added: readonly NamedRecord[];
  readonly removed: readonly NamedRecord[];
  readonly changed: readonly ChangedRecord[];
}

export interface NamedRecord {
  readonly key: string;
  readonly label: string;
  readonly record: unknown;
}

interface ChangedRecord {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly FieldDifference[];
}

export interface FieldDifference {
  /** `backups.enabled` */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that may identify a record of a table. The first one that a record has is used. */
const keyFields = ["id", "token", "username", "sha256", "address", "order"];

/** Tables that the emulator keeps for itself come last. */
const internal = ["numbers", "timeline"];

/** The differences between two exported worlds, without the times at which they were saved. */
export function compareWorlds(before: unknown, after: unknown): readonly TableDifference[] {
  const differences = [...compareAccounts("", before, after), ...compareOthers(before, after)].filter(
    ({ added, removed, changed }) => added.length + removed.length + changed.length > 0,
  );
  const isInternal = ({ table }: TableDifference) => internal.includes(table);
  return [...differences.filter((one) => !isInternal(one)), ...differences.filter(isInternal)];
}

function compareOthers(before: unknown, after: unknown): TableDifference[] {
  const [old, now] = [before, after].map((world) => listIn(world, "other_accounts"));
  const length = Math.max(old?.length ?? 0, now?.length ?? 0);
  return Array.from({ length }, (_, index) =>
    compareAccounts(`account ${index + 2}: `, old?.[index], now?.[index]),
  ).flat();
}

function compareAccounts(prefix: string, before: unknown, after: unknown): TableDifference[] {
  const [old, now] = [before, after].map((world) => (isRecord(world) ? world : {}));
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  const skipped = ["time", "version", "other_accounts"];
  return [...names]
    .filter((name) => !skipped.includes(name))
    .map((name) => {
      const [one, other] = [old?.[name], now?.[name]];
      const isTable = Array.isArray(one) || Array.isArray(other);
      return isTable
        ? compareTables(prefix + name, listOf(one), listOf(other))
        : compareTables(prefix + name, one === undefined ? [] : [one], other === undefined ? [] : [other]);
    });
}

function compareTables(
  table: string,
  before: readonly unknown[],
  after: readonly unknown[],
): TableDifference {
  const [old, now] = [before, after].map(
    (rows) => new Map(rows.map((row, index) => [keyOf(row, index), row])),
  );
  const added: NamedRecord[] = [];
  const removed: NamedRecord[] = [];
  const changed: ChangedRecord[] = [];
  for (const [key, record] of old ?? [])
    if (!now?.has(key)) removed.push({ key, label: labelOf(record), record });
  for (const [key, record] of now ?? []) {
    if (!old?.has(key)) {
      added.push({ key, label: labelOf(record), record });
      continue;
    }
    const fields = compareValues("", old.get(key), record);
    if (fields.length > 0) changed.push({ key, label: labelOf(record), fields });
  }
  return { table, added, removed, changed };
}

function compareValues(path: string, before: unknown, after: unknown): FieldDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    compareValues(path === "" ? name : `${path}.${name}`, before[name], after[name]),
  );
}

function keyOf(row: unknown, index: number): string {
  if (!isRecord(row)) return String(index);
  const field = keyFields.find((name) => row[name] !== undefined);
  if (field === undefined) return "";
  return String(row[field]);
}

function labelOf(record: unknown): string {
  return isRecord(record) && typeof record.label === "string" ? record.label : "";
}

function listIn(value: unknown, name: string): readonly unknown[] {
  return isRecord(value) ? listOf(value[name]) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
