import { fieldsOf, type Operation } from "../../contract";
import type { Listing } from "../operations/handler";
import { Findings } from "../refusal";
import type { Settings } from "../settings";
import { compileFilter } from "./filter";

export const smallestPage = 25;
export const largestPage = 500;
/** Fifteen digits. */
export const largestPageNumber = 10 ** 15 - 1;

export interface ListRequest {
  readonly query: Readonly<Record<string, string>>;
  /** The header X-Filter. */
  readonly filter: string | null;
  /** An item as the caller is shown it. */
  readonly shown: (item: unknown) => unknown;
  /** Leaves out what came to be after this moment: a list that lags behind. */
  readonly until?: number;
}

/** Cuts a page out of a list, in the envelope of section 2.15. */
export function pageOf(
  listing: Listing,
  operation: Operation,
  request: ListRequest,
  settings: Settings,
): unknown {
  const { page, size } = pageAsked(operation, request.query, settings);
  const filter =
    settings.filters === "header"
      ? compileFilter(operation.answer, request.filter, request.shown)
      : undefined;
  const until = request.until ?? Number.POSITIVE_INFINITY;
  const isWhole = !filter && until === Number.POSITIVE_INFINITY;
  const kept = isWhole
    ? undefined
    : indexes(listing.size)
        .filter((index) => listing.createdAt(index) <= until)
        .map((index) => listing.show(index));
  const items = kept && filter ? filter(kept) : kept;
  const results = items?.length ?? listing.size;
  const start = (page - 1) * size;
  const data = items
    ? items.slice(start, start + size)
    : indexes(Math.max(0, Math.min(size, results - start))).map((index) => listing.show(start + index));
  return { data, page, pages: Math.max(1, Math.ceil(results / size)), results };
}

function pageAsked(
  operation: Operation,
  query: Readonly<Record<string, string>>,
  settings: Settings,
): { page: number; size: number } {
  const isPlain = fieldsOf(operation.query).length === 0;
  if (isPlain && settings.plainLists === "whole") return { page: 1, size: Number.MAX_SAFE_INTEGER };
  const findings = new Findings();
  const page = wholeNumber(query.page, 1);
  if (page === undefined || page < 1) findings.add("page", "page must be a whole number from 1");
  const size = wholeNumber(query.page_size, settings.defaultPageSize);
  const isOutside = size === undefined || size < smallestPage || size > largestPage;
  if (size === undefined || (isOutside && settings.pageSize === "refused")) {
    findings.add("page_size", `page_size must be from ${smallestPage} to ${largestPage}`);
  }
  findings.settle();
  return {
    page: page ?? 1,
    size: Math.min(largestPage, Math.max(smallestPage, size ?? settings.defaultPageSize)),
  };
}

function wholeNumber(text: string | undefined, byDefault: number): number | undefined {
  if (text === undefined) return byDefault;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function indexes(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
