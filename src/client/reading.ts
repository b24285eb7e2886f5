import { z } from "zod";
import { type Brand, errorBody, fieldsOf, type Operation, unwrap } from "../contract";
import { isRecord } from "../unknown";
import type { Page } from "./calls";
import { isTextTooDeep, maxDepth } from "./depth";
import type { FieldError } from "./error";
import type { TransportResponse } from "./transport/transport";

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

/** The text without surrounding white space and without a byte order mark, which `trim` removes too. */
function textOf(body: TransportResponse["body"]): string {
  return (typeof body === "string" ? body : new TextDecoder().decode(body)).trim();
}

/** The answer of an operation, with the contract's names. Unknown parts are kept as they are. */
export function readAnswer(
  operation: Operation,
  brand: Brand,
  { headers, body }: Pick<TransportResponse, "headers" | "body">,
  requestedPage: number,
): unknown {
  if (operation.answersBytes) {
    // A proxy's error page is not an image.
    if (/^text\/html\b/i.test(headers["content-type"] ?? "")) return undefined;
    const data = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return { data, content_type: headers["content-type"] ?? "application/octet-stream" };
  }
  const value = jsonOf(body);
  if (operation.paged) return pageOf(value, operation.answer, brand, requestedPage);
  return withTypedId(operation.answer, brand.fromWire(operation.answer, value));
}

/** Converts an id to the type in the contract: a service may write a number as text, or the reverse. */
function withTypedId(schema: z.ZodType, value: unknown): unknown {
  const id = idOf(schema);
  if (!id || !isRecord(value)) return value;
  const isText = unwrap(id.schema).schema.def.type === "string";
  if (isText && typeof value.id === "number") return { ...value, id: String(value.id) };
  const isNumber = typeof value.id === "string" && /^\d{1,15}$/.test(value.id);
  return !isText && isNumber ? { ...value, id: Number(value.id) } : value;
}

/** Whether a value is a usable answer: an object, with an id if the contract has one. */
export function isAnswer<T>(operation: Operation, value: unknown): value is T {
  return isItem(operation.answer, value);
}

/** Whether a value is a page with usable items. */
export function isPage<T>(operation: Operation, value: unknown): value is Page<T> {
  return (
    isRecord(value) &&
    Array.isArray(value.data) &&
    value.data.every((item) => isListed(operation.answer, item))
  );
}

/** Why a body is not a usable answer, as a clause of a message. */
export function unreadableReason(operation: Operation, body: TransportResponse["body"]): string {
  const value = jsonOf(body);
  if (value === undefined) {
    const isDeep = isTextTooDeep(textOf(body));
    return isDeep ? `its body is nested more than ${maxDepth} levels deep` : "its body is not JSON";
  }
  if (!isRecord(value)) return "its body is not an object";
  if (!operation.paged) return "its body has no id";
  return Array.isArray(value.data)
    ? "its list contains something that is not an item"
    : "its body has no list";
}

/** The errors in the interface's error body (section 2.15), with the contract's names; undefined for any other body. */
export function readErrors(brand: Brand, body: TransportResponse["body"]): FieldError[] | undefined {
  const form = tolerantErrorBody.safeParse(jsonOf(body));
  return form.success
    ? form.data.errors.map(({ reason, field }) => ({
        reason,
        ...(field ? { field: field.split(".").map(brand.contractField).join(".") } : {}),
      }))
    : undefined;
}

const tolerantErrorBody = z.object({
  errors: z.array(errorBody.shape.errors.element.extend({ field: z.string().nullish() })).min(1),
});

function pageOf(value: unknown, item: z.ZodType, brand: Brand, requestedPage: number): unknown {
  if (!isRecord(value) || !Array.isArray(value.data)) return undefined;
  const data = value.data.map((one) => withTypedId(item, brand.fromWire(item, one)));
  return {
    data,
    page: countOf(value.page) ?? requestedPage,
    pages: countOf(value.pages) ?? 1,
    results: countOf(value.results) ?? data.length,
  };
}

/** An item of a list needs its own id only; a notification, which has none, may have no entity. */
function isListed(schema: z.ZodType, value: unknown): boolean {
  const id = idOf(schema);
  return isRecord(value) && (!id || isId(id.schema, value.id));
}

function isItem(schema: z.ZodType, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const fields = fieldsOf(schema);
  const id = idOf(schema);
  if (id) return isId(id.schema, value.id);
  // An answer that wraps an object beside other fields contains that object.
  const wrapped = fields.find(
    (field) => !field.nullable && fieldsOf(field.schema).some(({ name }) => name === "id"),
  );
  if (wrapped) return isItem(wrapped.schema, value[wrapped.name]);
  return fields.length === 0 || fields.some((field) => field.name in value);
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
