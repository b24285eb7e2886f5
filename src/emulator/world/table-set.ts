import { z } from "zod";
import { inputRows } from "./input-rows";
import type { SeedContext } from "./seed-context";
import type { Table } from "./table";
import type { Key, TableDefinition } from "./table-definition";

type Definitions = Readonly<Record<string, TableDefinition>>;

/** A table for each definition, under the definition's property name. */
export type TablesOf<D extends Definitions> = {
  readonly [P in keyof D]: D[P] extends TableDefinition<string, infer R, infer K> ? Table<K, R> : never;
};

/** The records of each table, under the table's saved name. */
type RowsOf<D extends Definitions> = {
  [P in keyof D as D[P]["name"]]: D[P] extends TableDefinition<string, infer R> ? R[] : never;
};

/** The schemas of a saved world's tables, under their saved names. */
type ShapeOf<D extends Definitions> = {
  [P in keyof D as D[P]["name"]]: D[P] extends TableDefinition<string, infer R> ? z.ZodType<R[]> : never;
};

// The overloads relate names to types for each key, which the loops below cannot express.

/** Opens a table for each definition, with the records that were saved. */
export function openTables<D extends Definitions>(
  definitions: D,
  saved: RowsOf<D>,
  open: <R, K extends Key>(definition: TableDefinition<string, R, K>) => Table<K, R>,
): TablesOf<D>;
export function openTables(
  definitions: Definitions,
  saved: Readonly<Record<string, readonly unknown[]>>,
  open: (definition: TableDefinition) => Table<Key, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(definitions).map(([property, definition]) => {
      const table = open(definition);
      table.fill(saved[definition.name] ?? []);
      return [property, table];
    }),
  );
}

/** The part of a saved world's schema that holds these tables. */
export function savedShape<D extends Definitions>(definitions: D): ShapeOf<D>;
export function savedShape(definitions: Definitions): Record<string, z.ZodType> {
  return shapeWith(definitions, ({ record }) => z.array(record));
}

/** Like `savedShape`, for a world that may have been written by hand. */
export function inputShape<D extends Definitions>(definitions: D): ShapeOf<D>;
export function inputShape(definitions: Definitions): Record<string, z.ZodType> {
  return shapeWith(definitions, ({ inputRecord }) => inputRows(inputRecord));
}

export function seedRows<D extends Definitions>(definitions: D, context: SeedContext): RowsOf<D>;
export function seedRows(definitions: Definitions, context: SeedContext): Record<string, unknown[]> {
  return rowsWith(definitions, (definition) => definition.seed(context));
}

/** The records of open tables, to be saved. */
export function rowsOf<D extends Definitions>(definitions: D, tables: TablesOf<D>): RowsOf<D>;
export function rowsOf(
  definitions: Definitions,
  tables: Readonly<Record<string, Table<Key, unknown>>>,
): Record<string, readonly unknown[]> {
  return rowsWith(definitions, (_, property) => [...(tables[property]?.all() ?? [])]);
}

/** The tables whose records belong to an instance, always in the same order. */
export function instanceTables<D extends Definitions>(
  definitions: D,
  tables: TablesOf<D>,
): readonly Table<Key, unknown>[];
export function instanceTables(
  definitions: Definitions,
  tables: Readonly<Record<string, Table<Key, unknown>>>,
): readonly (Table<Key, unknown> | undefined)[] {
  return Object.entries(definitions)
    .filter(([, { belongsToInstance }]) => belongsToInstance)
    .map(([property]) => tables[property]);
}

/** The result of `visit` for each table in a part of a saved world. */
export function mapSavedTables<D extends Definitions, T>(
  definitions: D,
  saved: RowsOf<D>,
  visit: (definition: TableDefinition, rows: readonly unknown[]) => T,
): T[];
export function mapSavedTables<T>(
  definitions: Definitions,
  saved: Readonly<Record<string, readonly unknown[]>>,
  visit: (definition: TableDefinition, rows: readonly unknown[]) => T,
): T[] {
  return Object.values(definitions).map((definition) => visit(definition, saved[definition.name] ?? []));
}

function shapeWith(
  definitions: Definitions,
  rowsOf: (definition: TableDefinition) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.values(definitions).map((definition) => {
      const rows = rowsOf(definition);
      return [definition.name, definition.isOptional ? rows.default([]) : rows];
    }),
  );
}

function rowsWith(
  definitions: Definitions,
  rows: (definition: TableDefinition, property: string) => unknown[],
): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(definitions).map(([property, definition]) => [
      definition.name,
      rows(definition, property),
    ]),
  );
}
