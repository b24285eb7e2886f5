import { fieldsOf, type Operation } from "../../contract";
import type { Listing } from "../operations/handler";
import { InputErrors } from "../service-error";
import type { Settings } from "../types.generated";
import { compileFilter } from "./filter";

export const minPageSize = 25;
export const maxPageSize = 500;
/** 15 digits. */
export const maxPageNumber = 10 ** 15 - 1;

export interface ListRequest {
  readonly query: Readonly<Record<string, string>>;
  /** The header X-Filter. */
  readonly filter: string | null;
  /** Converts an item to the form that the API returns. */
  readonly toShown: (item: unknown) => unknown;
}

/** A page of a list, in the envelope of section 2.15. */
export function pageOf(
  listing: Listing,
  operation: Operation,
  request: ListRequest,
  settings: Settings,
): unknown {
  const { page, size } = requestedPage(operation, request.query, settings);
  const filter =
    settings.filters === "ignored"
      ? undefined
      : compileFilter(operation.response, request.filter, request.toShown, settings.filters === "anyField");
  const items = filter?.(indexes(listing.size).map((index) => listing.show(index)));
  const results = items?.length ?? listing.size;
  const start = (page - 1) * size;
  const data = items
    ? items.slice(start, start + size)
    : indexes(Math.max(0, Math.min(size, results - start))).map((index) => listing.show(start + index));
  return { data, page, pages: Math.max(1, Math.ceil(results / size)), results: results + listing.hidden };
}

function requestedPage(
  operation: Operation,
  query: Readonly<Record<string, string>>,
  settings: Settings,
): { page: number; size: number } {
  const isPlain = fieldsOf(operation.query).length === 0;
  if (isPlain && settings.plainLists === "whole") return { page: 1, size: Number.MAX_SAFE_INTEGER };
  const errors = new InputErrors();
  const page = wholeNumber(query.page, 1);
  if (!(page >= 1 && page <= maxPageNumber)) errors.add("page", "page must be an integer of at least 1");
  const size = wholeNumber(query.page_size, settings.defaultPageSize);
  const nearest = Math.min(maxPageSize, Math.max(minPageSize, size));
  if (Number.isNaN(size) || (size !== nearest && settings.pageSize === "refused")) {
    errors.add("page_size", `page_size must be between ${minPageSize} and ${maxPageSize}`);
  }
  errors.throwIfAny();
  return { page, size: nearest };
}

/** NaN for any other string. */
function wholeNumber(text: string | undefined, byDefault: number): number {
  if (text === undefined) return byDefault;
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

function indexes(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
