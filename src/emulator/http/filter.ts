import { z } from "zod";
import { fieldsOf, itemOf } from "../../contract";
import { isRecord } from "../../unknown";
import { Findings, refused } from "../refusal";
import { compare, equality, isOperand, type OperandKind, type Operator, operators } from "./filter-operators";
import { parseJson } from "./json-text";

type Test = (item: unknown) => boolean;
/** Picks and orders what a list shows. */
export type Filter = (items: readonly unknown[]) => unknown[];

/** What a filter may name, with dots where it is nested, and the operands that each takes. */
type Filterable = ReadonlyMap<string, OperandKind>;

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
  const { "+order_by": orderBy, "+order": direction = "asc", ...conditions } = objectOf(header);
  const findings = new Findings();
  const names = filterable(item);
  const test = testOf(conditions, names, findings);
  const key = typeof orderBy === "string" ? orderBy : undefined;
  if (orderBy !== undefined && (key === undefined || !names.has(key))) {
    findings.add("X-Filter", `Cannot order by ${textOf(orderBy)}`);
  }
  if (direction !== "asc" && direction !== "desc") findings.add("X-Filter", "+order must be asc or desc");
  findings.settle();
  return (items) => {
    const kept = items.filter((one) => test(shown(one)));
    if (key === undefined) return kept;
    const sign = direction === "desc" ? -1 : 1;
    const at = (one: unknown) => valueAt(shown(one), key);
    return kept.sort((one, other) => sign * compare(at(one), at(other)));
  };
}

/** Not marked F; yet clients that wait for an event ask for those of one thing. */
const entityFields = [
  ["entity.id", "any"],
  ["entity.type", "string"],
] as const;

function filterable(schema: z.ZodType, prefix = ""): Filterable {
  return new Map(
    fieldsOf(schema).flatMap((field): (readonly [string, OperandKind])[] => {
      if (field.name === "entity" && prefix === "") return [...entityFields];
      const name = prefix + field.name;
      const inner = [...filterable(field.schema, `${name}.`)];
      return field.meta.filterable ? [[name, kindOf(field.schema)], ...inner] : inner;
    }),
  );
}

function kindOf(schema: z.ZodType): OperandKind {
  const single = itemOf(schema) ?? schema;
  if (single instanceof z.ZodNumber) return "number";
  return single instanceof z.ZodBoolean ? "boolean" : "string";
}

function testOf(conditions: object, names: Filterable, findings: Findings): Test {
  const tests = Object.entries(conditions).map(([name, wanted]: [string, unknown]): Test => {
    if (name === "+and" || name === "+or") {
      const parts = partsOf(name, wanted, findings).map((part) => testOf(part, names, findings));
      return name === "+and"
        ? (item) => parts.every((part) => part(item))
        : (item) => parts.some((part) => part(item));
    }
    const kind = names.get(name);
    if (kind) return fieldTest({ name, kind }, wanted, findings);
    findings.add("X-Filter", `Cannot filter on ${name}`);
    return never;
  });
  return (item) => tests.every((test) => test(item));
}

function partsOf(name: string, wanted: unknown, findings: Findings): object[] {
  if (Array.isArray(wanted) && wanted.every(isRecord)) return wanted;
  findings.add("X-Filter", `${name} must be an array of objects`);
  return [];
}

interface Field {
  readonly name: string;
  readonly kind: OperandKind;
}

function fieldTest(field: Field, wanted: unknown, findings: Findings): Test {
  if (!isRecord(wanted)) return operatorTest(field, ["equality", equality], wanted, findings);
  const given: [string, unknown][] = Object.entries(wanted);
  if (given.length === 0) findings.add("X-Filter", `${field.name} needs a value or an operator`);
  const tests = given.map(([word, operand]) => {
    const operator = operators.get(word);
    if (operator) return operatorTest(field, [word, operator], operand, findings);
    findings.add("X-Filter", `${word} is not an operator`);
    return never;
  });
  return (item) => tests.every((test) => test(item));
}

function operatorTest(
  { name, kind }: Field,
  [word, operator]: readonly [string, Operator],
  wanted: unknown,
  findings: Findings,
): Test {
  if (!isOperand(wanted, kind) || !operator.takes(wanted, kind)) {
    findings.add("X-Filter", `${name}: ${word} cannot take ${textOf(wanted)}`);
    return never;
  }
  return (item) => holds(valueAt(item, name), (value) => operator.holds(value, wanted));
}

const never: Test = () => false;

/** A list of values holds when one of them does. */
function holds(value: unknown, test: (value: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.some(test) : test(value);
}

function valueAt(item: unknown, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? Reflect.get(at, key) : null),
      item,
    );
}

function objectOf(header: string): Record<string, unknown> {
  const value = parseJson(header, "X-Filter");
  if (isRecord(value)) return { ...value };
  throw refused("X-Filter is not a JSON object");
}

const longestShown = 100;
const textOf = (value: unknown): string => JSON.stringify(value).slice(0, longestShown);
