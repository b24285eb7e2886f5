import type { Page } from "./calls";
import { NodecloudError } from "./error";
import type { ListBounds } from "./list-bounds";

/** A page, and how many bytes its answer had. */
export interface FetchedPage<T> {
  readonly page: Page<T>;
  readonly bytes: number;
}

/** Fetches one page. `pageSize` is undefined where none is asked for. */
export type FetchPage<T> = (page: number, pageSize: number | undefined) => Promise<FetchedPage<T>>;

/** The page size that whole lists ask for, until the service refuses it. */
export interface PageSize {
  current: number | undefined;
}

/** A page with those of its items that were on no page before it. */
export interface ReadPage<T> {
  readonly page: Page<T>;
  readonly added: readonly T[];
}

/**
 * Every page of a list, from the first. Where the list shrinks meanwhile, items move to pages that were read already:
 * those are read again, so that an item may be on two pages, but is on one at least.
 * @throws NodecloudError `incomplete` where the service claims more pages and gives nothing new.
 */
export async function* readPages<T>(
  fetch: FetchPage<T>,
  size: PageSize,
  bounds: ListBounds,
): AsyncGenerator<ReadPage<T>> {
  const first = await firstPage(fetch, size);
  const added = bounds.addPage(first.page, first.bytes);
  const length = first.page.data.length;
  let { pages, results } = first.page;
  if (added.length === 0 && pages > 1) throw noNewItems(bounds, 1, pages);
  yield { page: first.page, added };
  // So many items from the list's beginning have been read, wherever they stood then.
  let covered = length;
  let furthest = 1;
  let rereads = 0;
  while (length > 0) {
    const number = Math.floor(covered / length) + 1;
    if (number > pages) return;
    const start = (number - 1) * length;
    const fetched = await laterPage(fetch, number, size);
    // A service that knows no pages answers the same one for every number.
    const isOther = fetched !== undefined && fetched.page.page !== number;
    if (isOther && fetched.page.pages >= number) throw noNewItems(bounds, number, fetched.page.pages);
    const page = isOther ? undefined : fetched?.page;
    const now = page ? totalOf(page, start) : Math.min(fetched?.page.results ?? results, results, start);
    const lost = Math.max(results - (now ?? results), 0);
    if (lost > 0 && ++rereads > maxRereads)
      throw bounds.incomplete("the list shrinks faster than it can be read", "Try again later.");
    results = now ?? results;
    covered = Math.max(covered - lost, 0);
    if (!page) {
      if (lost > 0) continue;
      if (isOther) return;
      throw noNewItems(bounds, number, pages);
    }
    pages = page.pages;
    const fresh = bounds.addPage(page, fetched?.bytes ?? 0);
    if (fresh.length === 0 && number > furthest && number < pages) throw noNewItems(bounds, number, pages);
    furthest = Math.max(furthest, number);
    // Pages before the last count as full: a service may leave items out that the caller must not see.
    const end = start + (number < pages ? length : page.data.length);
    if (start <= covered) covered = Math.max(covered, end);
    yield { page, added: fresh };
    if (number >= pages && lost === 0) return;
  }
}

export async function* pagesOf<T>(pages: AsyncIterable<ReadPage<T>>): AsyncGenerator<Page<T>> {
  for await (const { page } of pages) yield page;
}

/** Every item once. Items without an id can't be told apart, and come as often as they are read. */
export async function* itemsOf<T>(pages: AsyncIterable<ReadPage<T>>): AsyncGenerator<T> {
  for await (const { added } of pages) yield* added;
}

/** A list that shrinks faster than it can be read must end all the same. */
const maxRereads = 20;

function noNewItems(bounds: ListBounds, number: number, pages: number): NodecloudError {
  return bounds.incomplete(
    `the service claims ${pages} pages, but page ${number} held nothing new`,
    "The list would have no end; report this to the operator of the service.",
  );
}

/** How long the list is; undefined where the service's number does not even cover the page. */
function totalOf(page: Page<unknown>, start: number): number | undefined {
  return page.results >= start + page.data.length ? page.results : undefined;
}

/** Asks for long pages, and where the service refuses that, for pages as it likes them, from then on. */
async function firstPage<T>(fetch: FetchPage<T>, size: PageSize): Promise<FetchedPage<T>> {
  if (size.current === undefined) return fetch(1, undefined);
  try {
    return await fetch(1, size.current);
  } catch (error) {
    const isRefused = error instanceof NodecloudError && (error.status === 400 || error.status === 422);
    if (!isRefused) throw error;
    const page = await fetch(1, undefined);
    size.current = undefined;
    return page;
  }
}

/** A page that is refused because the list has become shorter is no failure. */
async function laterPage<T>(
  fetch: FetchPage<T>,
  number: number,
  size: PageSize,
): Promise<FetchedPage<T> | undefined> {
  try {
    return await fetch(number, size.current);
  } catch (error) {
    const isPast =
      error instanceof NodecloudError &&
      error.hasErrorBody &&
      (error.code === "not_found" || error.fieldErrors.some(({ field }) => field === "page"));
    if (isPast) return undefined;
    throw error;
  }
}
