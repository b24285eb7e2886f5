import type { z } from "zod";
import { fieldsOf, itemOf } from "./walk";

/** The translation, in one direction, of names and values that contain the brand. */
export interface Renaming {
  /** From the contract's name of a field to its name in the value, and to its name in the result. */
  readonly read: (contractName: string) => string;
  readonly write: (contractName: string) => string;
  readonly value: (value: string) => string;
  /** Whether a field of the value that already has the result's name is a different field, and is given the name of the value's field. */
  readonly swaps?: true;
}

/**
 * Renames the branded fields and values of a request or response body that its shape marks. Parts that are not in the
 * shape stay as they are.
 */
export function rename(schema: z.ZodType, value: unknown, renaming: Renaming): unknown {
  if (!isBranded(schema)) return value;
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => rename(item, one, renaming)) : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const field of fieldsOf(schema)) {
    const from = field.meta.brandedName ? renaming.read(field.name) : field.name;
    const to = field.meta.brandedName ? renaming.write(field.name) : field.name;
    if (from !== to) renameField(result, from, to, renaming.swaps);
    if (!(to in result)) continue;
    const old = result[to];
    result[to] =
      field.meta.brandedValues && typeof old === "string"
        ? renaming.value(old)
        : rename(field.schema, old, renaming);
  }
  return result;
}

function renameField(fields: Record<string, unknown>, from: string, to: string, swaps = false): void {
  const [isGiven, isTaken] = [from in fields, swaps && to in fields];
  const [own, other] = [fields[from], fields[to]];
  delete fields[from];
  if (isTaken) {
    delete fields[to];
    fields[from] = other;
  }
  if (isGiven) fields[to] = own;
}

const known = new WeakMap<z.ZodType, boolean>();

function isBranded(schema: z.ZodType): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const item = itemOf(schema);
  const branded = item
    ? isBranded(item)
    : fieldsOf(schema).some(
        (field) => field.meta.brandedName || field.meta.brandedValues || isBranded(field.schema),
      );
  known.set(schema, branded);
  return branded;
}
