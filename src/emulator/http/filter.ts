import { z } from "zod";
import { fieldsOf, itemOf } from "../../contract";
import { isRecord } from "../../unknown";
import { countValues } from "../count-values";
import { InputErrors, invalidRequest } from "../service-error";
import { compare, equality, isOperand, type OperandKind, type Operator, operators } from "./filter-operators";
import { parseJson } from "./json-text";

type Test = (item: unknown) => boolean;
/** More than a hundred conditions take seconds on a long list, and nobody else is served in the meantime. */
const maxParts = 200;

/** Selects and sorts the items of a list. */
export type Filter = (items: readonly unknown[]) => unknown[];

/** The fields of an item, by their names, with dots if they are nested. */
type Fields = ReadonlyMap<string, KnownField>;

interface KnownField {
  /** The type of its values. */
  readonly kind: OperandKind;
  /** Whether conditions may name it. */
  readonly isFilterable: boolean;
}

/**
 * Compiles the header X-Filter: JSON conditions on fields of the items, and the field to order them by. Fields are compared with the values
 * that the response to the caller would contain. Throws a `ServiceError` for anything else.
 * @param allowsAnyField Whether conditions may name any field, and not only those that section 2 marks F.
 */
export function compileFilter(
  item: z.ZodType,
  header: string | null,
  toShown: (item: unknown) => unknown,
  allowsAnyField: boolean,
): Filter | undefined {
  if (header === null || header.trim() === "") return undefined;
  const given = objectOf(header);
  // The filter itself counts too.
  if (countValues(given, maxParts + 1) > maxParts + 1)
    throw invalidRequest(`X-Filter has more than ${maxParts} parts`);
  const { "+order_by": orderBy, "+order": direction = "asc", ...conditions } = given;
  const errors = new InputErrors();
  const fields = new Map(fieldsIn(item, allowsAnyField));
  const test = testOf(conditions, fields, errors);
  const key = typeof orderBy === "string" ? orderBy : undefined;
  if (orderBy !== undefined && (key === undefined || !fields.has(key))) {
    errors.add("X-Filter", `Cannot order by ${textOf(orderBy)}`);
  }
  if (direction !== "asc" && direction !== "desc") errors.add("X-Filter", "+order must be asc or desc");
  errors.throwIfAny();
  return (items) => {
    const matching = items.filter((one) => test(toShown(one)));
    if (key === undefined) return matching;
    const sign = direction === "desc" ? -1 : 1;
    // Each item is converted once, and not for every comparison.
    const keys = new Map(matching.map((one) => [one, valueAt(toShown(one), key)]));
    return matching.sort((one, other) => sign * compare(keys.get(one), keys.get(other)));
  };
}

/** Not marked F in the interface, but clients filter by an event's entity while they wait for the event. */
const filteredByClients = new Set(["entity.id", "entity.type"]);

function fieldsIn(schema: z.ZodType, allowsAnyField: boolean, prefix = ""): [string, KnownField][] {
  return fieldsOf(schema).flatMap((field): [string, KnownField][] => {
    const name = prefix + field.name;
    const inner = fieldsIn(field.schema, allowsAnyField, `${name}.`);
    if (inner.length > 0) return inner;
    const isFilterable = allowsAnyField || field.meta.filterable === true || filteredByClients.has(name);
    return [[name, { kind: kindOf(field.schema), isFilterable }]];
  });
}

function kindOf(schema: z.ZodType): OperandKind {
  const single = itemOf(schema) ?? schema;
  if (single instanceof z.ZodUnion) return "any";
  if (single instanceof z.ZodNumber) return "number";
  return single instanceof z.ZodBoolean ? "boolean" : "string";
}

function testOf(conditions: object, fields: Fields, errors: InputErrors): Test {
  const tests = Object.entries(conditions).map(([name, condition]: [string, unknown]): Test => {
    if (name === "+and" || name === "+or") {
      return combined(
        name,
        partsOf(name, condition, errors).map((part) => testOf(part, fields, errors)),
      );
    }
    const field = fields.get(name);
    if (field?.isFilterable) return fieldTest({ name, kind: field.kind }, condition, errors);
    errors.add("X-Filter", `Cannot filter on ${name}`);
    return matchesNothing;
  });
  return (item) => tests.every((test) => test(item));
}

function combined(word: "+and" | "+or", parts: readonly Test[]): Test {
  return word === "+and"
    ? (item) => parts.every((part) => part(item))
    : (item) => parts.some((part) => part(item));
}

function partsOf(name: string, condition: unknown, errors: InputErrors): object[] {
  if (Array.isArray(condition) && condition.every(isRecord)) return condition;
  errors.add("X-Filter", `${name} must be an array of objects`);
  return [];
}

interface Field {
  readonly name: string;
  readonly kind: OperandKind;
}

function fieldTest(field: Field, condition: unknown, errors: InputErrors): Test {
  if (!isRecord(condition)) return operatorTest(field, ["equality", equality], condition, errors);
  const given: [string, unknown][] = Object.entries(condition);
  if (given.length === 0) errors.add("X-Filter", `${field.name} needs a value or an operator`);
  const tests = given.map(([word, operand]): Test => {
    if (word === "+and" || word === "+or") {
      if (!Array.isArray(operand))
        errors.add("X-Filter", `${field.name}: ${word} must be an array of values`);
      const parts: unknown[] = Array.isArray(operand) ? operand : [];
      return combined(
        word,
        parts.map((part) => fieldTest(field, part, errors)),
      );
    }
    const operator = operators.get(word);
    if (operator) return operatorTest(field, [word, operator], operand, errors);
    errors.add("X-Filter", `${word} is not an operator`);
    return matchesNothing;
  });
  return (item) => tests.every((test) => test(item));
}

function operatorTest(
  { name, kind }: Field,
  [word, operator]: readonly [string, Operator],
  condition: unknown,
  errors: InputErrors,
): Test {
  if (!isOperand(condition, kind) || !operator.accepts(condition, kind)) {
    errors.add("X-Filter", `${name}: ${word} cannot take ${textOf(condition)}`);
    return matchesNothing;
  }
  return (item) => anyMatches(valueAt(item, name), (value) => operator.matches(value, condition));
}

const matchesNothing: Test = () => false;

/** A list matches when one of its values does. */
function anyMatches(value: unknown, test: (value: unknown) => boolean): boolean {
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
  const value = parseJson(decoded(header), "X-Filter");
  if (isRecord(value)) return { ...value };
  throw invalidRequest("X-Filter is not a JSON object");
}

/** A header has a character for each byte. Many clients write UTF-8, others Latin-1. */
function decoded(header: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
  } catch {
    return header;
  }
}

const maxShownLength = 100;
const textOf = (value: unknown): string => JSON.stringify(value).slice(0, maxShownLength);
