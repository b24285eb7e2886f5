import { z } from "zod";
import { type Brand, errorBody, fieldsOf, type Operation, type ShapeField, unwrap } from "../contract";
import { isRecord } from "../unknown";
import type { Page } from "./calls";
import { isTextTooDeep, maxDepth } from "./depth";
import type { FieldError } from "./error";
import type { TransportResponse } from "./transport/transport";
import { convertResponse } from "./typed-response";

/** A body as JSON, whatever its content type; an empty body is `{}`. Undefined if it is not JSON or nested too deeply. */
function jsonOf(body: TransportResponse["body"]): unknown {
  const text = textOf(body);
  if (text === "") return {};
  if (isTextTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a body is empty, null, or an object without fields. */
export function isEmptyBody(body: TransportResponse["body"]): boolean {
  const value = jsonOf(body);
  return value === null || (isRecord(value) && Object.keys(value).length === 0);
}

/** The string without surrounding white space and without a byte order mark, which `trim` removes too. */
function textOf(body: TransportResponse["body"]): string {
  if (typeof body === "string") return body.trim();
  // Several times as fast as a TextDecoder.
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString().trim();
}

/** The response of an operation, with the contract's names and types. Unknown parts are kept unchanged. */
export function readResponse(
  operation: Operation,
  brand: Brand,
  { headers, body }: Pick<TransportResponse, "headers" | "body">,
  requestedPage: number,
): unknown {
  if (operation.returnsBytes) {
    // A proxy's error page is not an image, and neither is an error body.
    if (/^(text\/html|application\/json)\b/i.test(headers["content-type"] ?? "")) return undefined;
    const data = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return { data, content_type: headers["content-type"] ?? "application/octet-stream" };
  }
  const value = jsonOf(body);
  if (operation.paged) return pageOf(value, operation.response, brand, requestedPage);
  // An operation that returns no data may respond with null in place of an empty object.
  if (value === null && fieldsOf(operation.response).length === 0) return {};
  const named = brand.fromWire(operation.response, value);
  if (!hasKnownField(operation.response, named)) return undefined;
  const typed = convertResponse(operation.response, named);
  return isItem(operation.response, typed) ? typed : undefined;
}

function readValue(schema: z.ZodType, brand: Brand, value: unknown): unknown {
  return convertResponse(schema, brand.fromWire(schema, value));
}

/** Whether a value is a response that `readResponse` could read. */
export function isResponse<T>(value: unknown): value is T {
  return isRecord(value);
}

/** Whether a value is a page that `readResponse` could read. */
export function isPage<T>(value: unknown): value is Page<T> {
  return isRecord(value) && Array.isArray(value.data);
}

/** Why a body is not a usable response, as a clause of a message. */
export function unreadableReason(operation: Operation, body: TransportResponse["body"]): string {
  if (operation.returnsBytes) return "its body is not an image";
  const value = jsonOf(body);
  if (value === undefined) {
    const isDeep = isTextTooDeep(textOf(body));
    return isDeep ? `its body is nested more than ${maxDepth} levels deep` : "its body is not JSON";
  }
  if (!isRecord(value)) return "its body is not an object";
  if (!operation.paged) return missingPart(operation.response, value);
  if (!Array.isArray(value.data)) return "its body has no list";
  const isPart = (countOf(value.results) ?? 0) > value.data.length;
  return isPart && countOf(value.pages) === undefined
    ? "its list is incomplete, and its `pages` cannot be read"
    : "no item of its list has an id that can be read";
}

/** The required part that a response lacks, as a clause of a message. */
function missingPart(schema: z.ZodType, value: Readonly<Record<string, unknown>>): string {
  const id = idOf(schema);
  const wrapped = id ?? wrappedObject(schema);
  if (!wrapped) return "its body has none of the fields of the response";
  const part = value[wrapped.name];
  if (id) return (part ?? undefined) === undefined ? "its body has no id" : "its id cannot be read";
  return `its ${wrapped.name} has no id that can be read`;
}

/** The errors in the interface's error body (section 2.15), with the contract's names; undefined for any other body. */
export function readErrors(brand: Brand, body: TransportResponse["body"]): FieldError[] | undefined {
  // Every response is checked, and few contain errors.
  if (!textOf(body).includes('"errors"')) return undefined;
  const value = jsonOf(body);
  const items: readonly unknown[] = isRecord(value) && Array.isArray(value.errors) ? value.errors : [];
  const errors = items.flatMap((item) => tolerantError.safeParse(item).data ?? []);
  if (errors.length === 0) return undefined;
  return errors.map(({ reason, field }) => ({
    reason,
    ...(field ? { field: field.split(".").map(brand.contractField).join(".") } : {}),
  }));
}

const tolerantError = errorBody.shape.errors.element.extend({ field: z.string().nullish() });

/** A page of the items that can be read. Undefined if none can, or if more pages may follow and their number cannot be read. */
function pageOf(value: unknown, item: z.ZodType, brand: Brand, requestedPage: number): unknown {
  const items = isRecord(value) ? itemsOf(value, requestedPage) : undefined;
  if (!isRecord(value) || !items) return undefined;
  const read = items.map((one: unknown) => readValue(item, brand, one));
  const data = read.filter((one) => isListed(item, one));
  const unreadable = read.length - data.length;
  const results = countOf(value.results) ?? read.length;
  const pages = countOf(value.pages) ?? (results > read.length ? undefined : 1);
  if (pages === undefined || (data.length === 0 && unreadable > 0)) return undefined;
  return {
    ...{ data, page: countOf(value.page) ?? requestedPage, pages, results },
    ...(unreadable > 0 ? { unreadable } : {}),
  };
}

/**
 * The list of an envelope. Null is an empty list, as many servers write it, only if the envelope counts no results on a first and only
 * page: an empty list may prove that a request created nothing.
 */
function itemsOf(
  { data, ...counts }: Readonly<Record<string, unknown>>,
  requestedPage: number,
): unknown[] | undefined {
  if (Array.isArray(data)) return data;
  const { page = 1, pages = 1, results } = counts;
  const isEmpty = countOf(results) === 0 && requestedPage === 1 && isAtMostOne(page) && isAtMostOne(pages);
  return data === null && isEmpty ? [] : undefined;
}

function isAtMostOne(count: unknown): boolean {
  return (countOf(count) ?? 2) <= 1;
}

/** An item of a list needs only its own id; a notification, which has none, may have no entity. */
function isListed(schema: z.ZodType, value: unknown): boolean {
  const id = idOf(schema);
  return isRecord(value) && (!id || isId(id.schema, value.id));
}

/** Whether a value has an id if the contract has one. */
function isItem(schema: z.ZodType, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const id = idOf(schema);
  if (id) return isId(id.schema, value.id);
  const wrapped = wrappedObject(schema);
  return wrapped === undefined || isItem(wrapped.schema, value[wrapped.name]);
}

/** An object with no field of the contract is not a response of this operation. */
function hasKnownField(schema: z.ZodType, value: unknown): boolean {
  const fields = fieldsOf(schema);
  return isRecord(value) && (fields.length === 0 || fields.some((field) => field.name in value));
}

/** A response that wraps an object next to other fields must contain that object. */
function wrappedObject(schema: z.ZodType): ShapeField | undefined {
  return fieldsOf(schema).find(
    (field) => !field.nullable && fieldsOf(field.schema).some(({ name }) => name === "id"),
  );
}

const idOf = (schema: z.ZodType) => fieldsOf(schema).find((field) => field.name === "id");

function isId(schema: z.ZodType, value: unknown): boolean {
  return unwrap(schema).schema.def.type === "string"
    ? typeof value === "string" && value !== ""
    : Number.isSafeInteger(value);
}

function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
}
