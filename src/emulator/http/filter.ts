import type { z } from "zod";
import { fieldsOf } from "../../contract";
import { Findings, refused } from "../refusal";
import { parseJson } from "./json-text";

type Test = (item: unknown) => boolean;
/** Picks and orders what a list shows. */
export type Filter = (items: readonly unknown[]) => unknown[];

const comparisons: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  "+gt": (value, wanted) => order(value, wanted) > 0,
  "+gte": (value, wanted) => order(value, wanted) >= 0,
  "+lt": (value, wanted) => order(value, wanted) < 0,
  "+lte": (value, wanted) => order(value, wanted) <= 0,
  "+neq": (value, wanted) => value !== wanted,
  "+contains": (value, wanted) => String(value).toLowerCase().includes(String(wanted).toLowerCase()),
};

/**
 * The header X-Filter, in JSON, on the fields that section 2 marks F, and on the values that the caller would be shown.
 * Throws a `Refusal` for anything else.
 */
export function compileFilter(
  item: z.ZodType,
  header: string | null,
  shown: (item: unknown) => unknown,
): Filter | undefined {
  if (header === null || header.trim() === "") return undefined;
  const { "+order_by": orderBy, "+order": direction, ...conditions } = objectOf(header);
  const findings = new Findings();
  const names = filterableNames(item);
  const test = testOf(conditions, names, findings);
  if (orderBy !== undefined && !names.has(String(orderBy)))
    findings.add("X-Filter", `Cannot order by ${orderBy}`);
  findings.settle();
  return (items) => {
    const kept = items.filter((one) => test(shown(one)));
    if (orderBy === undefined) return kept;
    const sign = direction === "desc" ? -1 : 1;
    const key = (one: unknown) => valueAt(shown(one), String(orderBy));
    return kept.sort((one, other) => sign * order(key(one), key(other)));
  };
}

/** Not marked F; yet clients that wait for an event ask for those of one thing. */
const entityNames = ["entity.id", "entity.type"];

/** Names with dots where they are nested. */
function filterableNames(schema: z.ZodType, prefix = ""): Set<string> {
  return new Set(
    fieldsOf(schema).flatMap((field) => {
      if (field.name === "entity" && prefix === "") return entityNames;
      const name = prefix + field.name;
      const inner = [...filterableNames(field.schema, `${name}.`)];
      return field.meta.filterable ? [name, ...inner] : inner;
    }),
  );
}

function testOf(conditions: Record<string, unknown>, names: ReadonlySet<string>, findings: Findings): Test {
  const tests = Object.entries(conditions).map(([name, wanted]): Test => {
    if (name === "+and" || name === "+or") {
      const parts = (Array.isArray(wanted) ? wanted : []).map((part) =>
        testOf(recordOf(part), names, findings),
      );
      return name === "+and"
        ? (item) => parts.every((part) => part(item))
        : (item) => parts.some((part) => part(item));
    }
    if (!names.has(name)) {
      findings.add("X-Filter", `Cannot filter on ${name}`);
      return () => false;
    }
    return fieldTest(name, wanted, findings);
  });
  return (item) => tests.every((test) => test(item));
}

function fieldTest(name: string, wanted: unknown, findings: Findings): Test {
  if (typeof wanted !== "object" || wanted === null) {
    return (item) => holds(valueAt(item, name), (value) => value === wanted);
  }
  const tests = Object.entries(wanted).map(([operator, operand]): Test => {
    const compare = comparisons[operator];
    if (!compare) {
      findings.add("X-Filter", `${operator} is not an operator`);
      return () => false;
    }
    return (item) => holds(valueAt(item, name), (value) => compare(value, operand));
  });
  return (item) => tests.every((test) => test(item));
}

/** A list of values holds when one of them does. */
function holds(value: unknown, test: (value: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.some(test) : test(value);
}

function order(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  // Moments are compared as text, with or without the zone that both mean.
  const [left, right] = [String(one).replace(/Z$/, ""), String(other).replace(/Z$/, "")];
  return left < right ? -1 : left > right ? 1 : 0;
}

function valueAt(item: unknown, name: string): unknown {
  return name.split(".").reduce<unknown>((at, key) => recordOf(at)[key], item);
}

function objectOf(header: string): Record<string, unknown> {
  const value = parseJson(header, "X-Filter");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return recordOf(value);
  throw refused("X-Filter is not a JSON object");
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
