import type { Page } from "./calls";
import { NodecloudError } from "./error";
import type { ListBounds } from "./list-bounds";

/** A page, and the size of its response in bytes. */
export interface FetchedPage<T> {
  readonly page: Page<T>;
  readonly bytes: number;
}

/** Fetches one page; without a `pageSize`, the service chooses one. */
export type FetchPage<T> = (page: number, pageSize: number | undefined) => Promise<FetchedPage<T>>;

/** The page size that whole lists of one operation ask for; undefined once the service has rejected it. */
export interface PageSize {
  current: number | undefined;
}

/** A page, and its items that were on no earlier page. */
export interface ReadPage<T> {
  readonly page: Page<T>;
  readonly newItems: readonly T[];
}

/**
 * Every page of a list, in order. If the list shrinks while it is read, items move to pages that were already read. Those are read again,
 * so every item is on at least one page and may be on two. A list that loses up to half a page with each request is read to its end.
 * @throws NodecloudError `incomplete` if the service reports more pages but returns nothing new.
 */
export async function* readPages<T>(
  fetch: FetchPage<T>,
  size: PageSize,
  bounds: ListBounds,
): AsyncGenerator<ReadPage<T>> {
  const { first, pageSize } = await firstPage(fetch, size);
  const newItems = bounds.addPage(first.page, first.bytes);
  const length = first.page.data.length;
  let { pages, results } = first.page;
  if (newItems.length === 0 && pages > 1) throw noNewItems(bounds, 1, pages);
  yield { page: first.page, newItems };
  const read = new ReadPositions(length);
  let lastNumber = 1;
  let rereads = 0;
  while (length > 0) {
    const number = Math.floor(read.covered / length) + 1;
    if (number > pages) return;
    const start = (number - 1) * length;
    const fetched = await laterPage(fetch, number, pageSize);
    // A service without pagination returns the same page for every number.
    const isWrongPage = fetched !== undefined && fetched.page.page !== number;
    if (isWrongPage && fetched.page.pages >= number) throw noNewItems(bounds, number, fetched.page.pages);
    const page = isWrongPage ? undefined : fetched?.page;
    const now = page ? totalOf(page, start) : Math.min(fetched?.page.results ?? results, results, start);
    const lost = Math.max(results - (now ?? results), 0);
    if (lost > 0 && ++rereads > maxRereads)
      throw bounds.incomplete("the list shrinks faster than it can be read", "Try again later.");
    results = now ?? results;
    read.lose(lost);
    if (!page) {
      if (lost > 0) {
        pages = Math.min(pages, number - 1);
        continue;
      }
      if (isWrongPage) return;
      throw noNewItems(bounds, number, pages);
    }
    pages = page.pages;
    const unseen = bounds.addPage(page, fetched?.bytes ?? 0);
    if (unseen.length === 0 && number > lastNumber && number < pages) throw noNewItems(bounds, number, pages);
    lastNumber = Math.max(lastNumber, number);
    // Pages before the last one count as full: a service may omit items that the caller may not see.
    const end = start + (number < pages ? length : page.data.length);
    if (read.add(start, end)) rereads = 0;
    yield { page, newItems: unseen };
    if (number >= pages && lost === 0) return;
  }
}

/** The items of a list that have been read, by their positions, while the list may lose others. */
class ReadPositions {
  /** How many items from the start of the list have been read. */
  covered: number;
  /** The largest value of `covered` so far. */
  #farthest: number;
  /** The last page that was read after a gap. */
  #ahead: { readonly from: number; readonly to: number } | undefined;

  constructor(covered: number) {
    this.covered = covered;
    this.#farthest = covered;
  }

  /** The list has lost items, and nobody knows where. From now on, only the positions count that were read in any case. */
  lose(count: number): void {
    this.covered = Math.max(this.covered - count, 0);
    if (this.#ahead) this.#ahead = { from: this.#ahead.from, to: this.#ahead.to - count };
  }

  /** A page from one position up to another was read. Returns whether more items from the start have been read than ever before. */
  add(from: number, to: number): boolean {
    if (from <= this.covered) this.covered = Math.max(this.covered, to);
    else this.#ahead = { from, to };
    if (this.#ahead && this.#ahead.from <= this.covered)
      this.covered = Math.max(this.covered, this.#ahead.to);
    if (this.covered <= this.#farthest) return false;
    this.#farthest = this.covered;
    return true;
  }
}

export async function* pagesOf<T>(pages: AsyncIterable<ReadPage<T>>): AsyncGenerator<Page<T>> {
  for await (const { page } of pages) yield page;
}

/** Every item once, by its id. Items without an id are returned as often as they are read. */
export async function* itemsOf<T>(pages: AsyncIterable<ReadPage<T>>): AsyncGenerator<T> {
  for await (const { newItems } of pages) yield* newItems;
}

/** How many requests in a row may find that the list has lost items, without bringing its end nearer. */
const maxRereads = 20;

function noNewItems(bounds: ListBounds, number: number, pages: number): NodecloudError {
  return bounds.incomplete(
    `the service reports ${pages} pages, but page ${number} contains nothing new`,
    "Report this to the operator of the service.",
  );
}

/** The length of the list; undefined if the service's number is too small for this page. */
function totalOf(page: Page<unknown>, start: number): number | undefined {
  return page.results >= start + page.data.length ? page.results : undefined;
}

/** The first page, and the page size that all pages of the list have. */
interface FirstPage<T> {
  readonly first: FetchedPage<T>;
  readonly pageSize: number | undefined;
}

/** Requests long pages. If the service rejects that, the service chooses the size from the next list on. */
async function firstPage<T>(fetch: FetchPage<T>, size: PageSize): Promise<FirstPage<T>> {
  const pageSize = size.current;
  try {
    return { first: await fetch(1, pageSize), pageSize };
  } catch (error) {
    const isRejected =
      error instanceof NodecloudError && error.code === "rejected" && (error.status ?? 0) >= 400;
    if (!isRejected || pageSize === undefined) throw error;
    const first = await fetch(1, undefined);
    size.current = undefined;
    return { first, pageSize: undefined };
  }
}

/** Fetches a page; undefined if it no longer exists because the list has become shorter. */
async function laterPage<T>(
  fetch: FetchPage<T>,
  number: number,
  pageSize: number | undefined,
): Promise<FetchedPage<T> | undefined> {
  try {
    return await fetch(number, pageSize);
  } catch (error) {
    const isPastEnd =
      error instanceof NodecloudError &&
      error.hasErrorBody &&
      (error.code === "not_found" || error.fieldErrors.some(({ field }) => field === "page"));
    if (isPastEnd) return undefined;
    throw error;
  }
}
