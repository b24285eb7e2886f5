import { z } from "zod";
import { fieldsOf, itemOf, type Operation } from "../../contract";
import type { RequestReader } from "../operations/handler";
import { type ErrorDetail, notFound, ServiceError } from "../service-error";
import type { Settings } from "../types.generated";
import { furtherFieldNames } from "./further-fields";

/** The unchecked parts of a request. The body has the contract's names. Queries only have pages, which lists check. */
export interface RawParts {
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Creates the reader that checks the parts of a request against the contract's schemas. */
export function createRequestReader(
  operation: Operation,
  parts: RawParts,
  settings: Settings,
): RequestReader {
  return {
    path: (schema) => {
      const read = schema.safeParse(withNumbers(schema, parts.path));
      if (!read.success) throw notFound();
      return read.data;
    },
    body: (schema) => {
      const given = withoutNulls(schema, parts.body);
      const read = schema.safeParse(given);
      if (read.success) return read.data;
      const isUnknown = (issue: z.core.$ZodIssue) => issue.code === "unrecognized_keys";
      if (!read.error.issues.some(isUnknown)) throw inputErrorOf(read.error.issues, given);
      const known = structuredClone(given);
      const errors = read.error.issues.flatMap((issue) =>
        issue.code === "unrecognized_keys" ? dropUnknownFields(known, issue, operation, settings) : [],
      );
      const again = schema.safeParse(known);
      if (!again.success) throw inputErrorOf(again.error.issues, given, errors);
      if (errors.length > 0) throw new ServiceError("input", errors);
      return again.data;
    },
  };
}

/**
 * Deletes unknown fields and returns the errors about them. A PUT may contain fields that the service only returns, so that
 * clients can send a whole object back.
 */
function dropUnknownFields(
  body: unknown,
  issue: z.core.$ZodIssueUnrecognizedKeys,
  operation: Operation,
  settings: Settings,
): ErrorDetail[] {
  const owner = issue.path.reduce<unknown>((at, key) => memberOf(at, key), body);
  const returnedSchema = issue.path.reduce<z.ZodType | undefined>(
    (at, key) => (at ? fieldsOf(at).find((field) => field.name === key)?.schema : undefined),
    operation.response,
  );
  const returned = new Set(returnedSchema ? returnedFieldsOf(returnedSchema, settings) : []);
  return issue.keys.flatMap((key) => {
    if (typeof owner === "object" && owner !== null) Reflect.deleteProperty(owner, key);
    const isRejected =
      settings.unknownFields === "refused" && !(operation.call.startsWith("PUT") && returned.has(key));
    return isRejected
      ? [{ field: [...issue.path, key].join("."), reason: `${key} is not a known field` }]
      : [];
  });
}

/** Names of the fields of an object that the service returns. */
function returnedFieldsOf(schema: z.ZodType, settings: Settings): string[] {
  const names = fieldsOf(schema).map((field) => field.name);
  return settings.furtherFields ? [...names, ...furtherFieldNames(schema)] : names;
}

function inputErrorOf(
  issues: readonly z.core.$ZodIssue[],
  given: unknown,
  before: readonly ErrorDetail[] = [],
): ServiceError {
  return new ServiceError("input", [...before, ...issues.map((issue) => faultOf(issue, given))]);
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): ErrorDetail {
  const field = issue.path.join(".");
  if (field === "") return { reason: "The body must be a JSON object" };
  const name = String(issue.path.at(-1));
  const isMissing = issue.path.reduce<unknown>((at, key) => memberOf(at, key), given) === undefined;
  return { field, reason: isMissing ? `${field} is required` : reasonOf(issue, name) };
}

function reasonOf(issue: z.core.$ZodIssue, name: string): string {
  switch (issue.code) {
    case "invalid_type":
      return `${name} must be of type ${issue.expected}`;
    case "invalid_value":
      return `${name} must be ${alternativesOf(issue.values.map((value) => JSON.stringify(value)))}`;
    case "too_small":
      return `${name} must ${sizeOf(issue.origin, "least", issue.minimum)}`;
    case "too_big":
      return `${name} must ${sizeOf(issue.origin, "most", issue.maximum)}`;
    case "custom":
      return issue.message;
    case "invalid_format":
      // Messages of the contract complete this sentence. Zod's begin with this word.
      return issue.message.startsWith("Invalid")
        ? `${name} is not valid`
        : `${name} must be ${issue.message}`;
    default:
      return `${name} is not valid`;
  }
}

/** Made when it is needed: loading the words of a language takes time and memory. */
function alternativesOf(values: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(values);
}

function sizeOf(origin: string, bound: "least" | "most", size: number | bigint): string {
  const unit = { string: "character", array: "item" }[origin];
  return unit === undefined
    ? `be at ${bound} ${size}`
    : `have at ${bound} ${size} ${unit}${size === 1 ? "" : "s"}`;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Removes optional fields that are null, which means the same as absent. */
function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  const item = itemOf(schema);
  if (item) return Array.isArray(value) ? value.map((one) => withoutNulls(item, one)) : value;
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  if (fields.size === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const field = fields.get(name);
      if (!field) return [[name, member]];
      if (member === null && field.optional && !field.nullable) return [];
      return [[name, withoutNulls(field.schema, member)]];
    }),
  );
}

/** Converts path parameters to numbers where the contract has numbers. */
function withNumbers(schema: z.ZodType, given: Readonly<Record<string, string>>): unknown {
  const numbers = new Set(
    fieldsOf(schema)
      .filter((field) => field.schema instanceof z.ZodNumber)
      .map((field) => field.name),
  );
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      numbers.has(name) && /^-?\d+$/.test(text) ? Number(text) : text,
    ]),
  );
}
