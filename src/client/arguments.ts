import type { z } from "zod";
import { fieldsOf, itemOf, type Operation, ruleOf } from "../contract";
import { messageOf } from "../unknown";
import { isTooDeep, maxDepth } from "./depth";
import type { FieldError } from "./error";

/** The arguments of a call, sorted into path, query and body. */
export interface SortedArguments {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The problems of the arguments, under the names that the caller used. */
  readonly errors: readonly FieldError[];
}

/** Sorts and validates the arguments of a call. An explicit undefined counts as absent, at any depth. */
export function sortArguments(operation: Operation, args: unknown): SortedArguments {
  try {
    return sort(operation, args);
  } catch (error) {
    return refused(`the arguments cannot be read (${messageOf(error)})`);
  }
}

/** @throws Whatever a getter or a proxy among the arguments throws. */
function sort(operation: Operation, args: unknown): SortedArguments {
  if (isTooDeep(args)) return refused(`the arguments are nested more than ${maxDepth} levels deep`);
  const values = withoutUndefined(args ?? {});
  if (!isPlainObject(values)) return refused("the arguments must be one object");
  const sorted: Record<Part, Record<string, unknown>> = { path: {}, query: {}, body: {} };
  const partOf = partsOf(operation);
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    const part = partOf.get(name);
    if (part === undefined) {
      const reason = `is not an argument of this call; its arguments are ${listOf([...partOf.keys()])}`;
      errors.push({ field: name, reason });
    } else sorted[part][name] = value;
  }
  for (const part of parts) errors.push(...errorsOf(operation[part], sorted[part]));
  return { ...sorted, errors };
}

const parts = ["path", "query", "body"] as const;
type Part = (typeof parts)[number];
/** Cached, because operations never change. */
const partCache = new WeakMap<Operation, ReadonlyMap<string, Part>>();

/** The part of the request that each argument belongs to. */
function partsOf(operation: Operation): ReadonlyMap<string, Part> {
  const known = partCache.get(operation);
  if (known) return known;
  const fields = parts.flatMap((part) => fieldsOf(operation[part]).map(({ name }) => [name, part] as const));
  const partOf = new Map(fields);
  partCache.set(operation, partOf);
  return partOf;
}

function refused(reason: string): SortedArguments {
  return { path: {}, query: {}, body: {}, errors: [{ reason }] };
}

function errorsOf(schema: z.ZodObject, value: unknown): FieldError[] {
  if (fieldsOf(schema).length === 0) return [];
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const field = issue.path.map(String).join(".");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        field: field ? `${field}.${key}` : key,
        reason: "is not an argument here",
      }));
    }
    if (issue.input === undefined) return [{ field, reason: "is required" }];
    const shown = isSecret(schema, issue.path) ? "" : shownValue(issue.input);
    return [{ field, reason: `${ruleOf(issue)}${shown && `, got ${shown}`}` }];
  });
}

/** Whether the field at this path, or one that contains it, is marked secret. */
function isSecret(schema: z.ZodType, [first, ...rest]: readonly PropertyKey[]): boolean {
  if (first === undefined) return false;
  const item = itemOf(schema);
  if (item) return isSecret(item, rest);
  const field = fieldsOf(schema).find((one) => one.name === first);
  return field !== undefined && (field.meta.secret === true || isSecret(field.schema, rest));
}

const maxShownLength = 80;

function shownValue(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `${value.length} ${value.length === 1 ? "item" : "items"}` : "";
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function")
    return typeof value;
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  if (text.length <= maxShownLength) return text;
  const length = typeof value === "string" ? value.length : text.length;
  return `${text.slice(0, maxShownLength)}... (${length} characters)`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) =>
      own === undefined ? [] : [[name, withoutUndefined(own)]],
    ),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
