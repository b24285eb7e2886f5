import type { z } from "zod";
import { isRecord } from "../unknown";
import { fieldsOf, itemOf } from "./walk";

/** `root_pass` → `rootPass`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A value as users write it, with the contract's names. Only the names that the shape has are converted: what lies deeper
 * than the shape reaches (script data, further fields of an interface) is the user's own and passes as written.
 */
export function toContract(schema: z.ZodType, value: unknown): unknown {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => toContract(item, one)) : value;
  const fields = fieldsOf(schema);
  if (fields.length === 0 || !isRecord(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const { name, schema: inner } of fields) {
    const written = camelCase(name);
    if (!(written in result)) continue;
    const old = result[written];
    delete result[written];
    result[name] = toContract(inner, old);
  }
  return result;
}

/** A value with the contract's names as users read it; fields that the shape doesn't know are left out, missing ones are null. */
export function fromContract(schema: z.ZodType, value: unknown): unknown {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => fromContract(item, one)) : (value ?? null);
  const fields = fieldsOf(schema);
  if (fields.length === 0 || !isRecord(value)) return value ?? null;
  return Object.fromEntries(
    fields.map(({ name, schema: inner }) => [camelCase(name), fromContract(inner, value[name])]),
  );
}

/** A place in a body, as users write it: `["root_pass"]` → `rootPass`, `["interfaces", 0, "ipam_address"]` → `interfaces[0].ipamAddress`. */
export function argumentName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${camelCase(String(part))}`,
    )
    .join("");
}
