import type { z } from "zod";
import { isRecord } from "../unknown";
import { fieldsOf, itemOf } from "./walk";

/** `root_pass` → `rootPass`. */
export function camelCase(name: string): string {
  if (!name.includes("_")) return name;
  const known = camelCased.get(name);
  if (known !== undefined) return known;
  const converted = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (camelCased.size < maxCamelCased) camelCased.set(name, converted);
  return converted;
}

/** Every field of every object is converted, and the contract has only a few hundred names. */
const camelCased = new Map<string, string>();
const maxCamelCased = 1000;

/**
 * Converts the names in a user's value to the contract's. Only names in the shape are converted: other parts (script data,
 * further fields of an interface) are the user's own and stay as they are.
 */
export function toContract(schema: z.ZodType, value: unknown): unknown {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => toContract(item, one)) : value;
  const fields = fieldsOf(schema);
  if (fields.length === 0 || !isRecord(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const { name, schema: inner } of fields) {
    const userName = camelCase(name);
    if (!(userName in result)) continue;
    const old = result[userName];
    delete result[userName];
    result[name] = toContract(inner, old);
  }
  return result;
}

/** Converts the contract's names in a value to a user's. Fields that are not in the shape are omitted, missing ones are null. */
export function fromContract(schema: z.ZodType, value: unknown): unknown {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => fromContract(item, one)) : (value ?? null);
  const fields = fieldsOf(schema);
  if (fields.length === 0 || !isRecord(value)) return value ?? null;
  return Object.fromEntries(
    fields.map(({ name, schema: inner }) => [camelCase(name), fromContract(inner, value[name])]),
  );
}

/** The path of an argument as users write it: `["root_pass"]` → `rootPass`, `["interfaces", 0, "ipam_address"]` → `interfaces[0].ipamAddress`. */
export function argumentName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${camelCase(String(part))}`,
    )
    .join("");
}
