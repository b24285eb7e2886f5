import type { Page } from "./calls";
import { NodecloudError } from "./error";

/** Fetches one page. `pageSize` is undefined where none is asked for. */
export type FetchPage<T> = (page: number, pageSize: number | undefined) => Promise<Page<T>>;

/** The page size that whole lists ask for, until the service refuses it. */
export interface PageSize {
  current: number | undefined;
}

/**
 * Every page of a list, from the first. Where the list shrinks meanwhile, items move to pages that were read already:
 * those are read again, so that an item may be on two pages, but is on one at least.
 */
export async function* pagesOf<T>(fetch: FetchPage<T>, size: PageSize): AsyncGenerator<Page<T>> {
  const first = await firstPage(fetch, size);
  yield first;
  const length = first.data.length;
  let { pages, results } = first;
  // So many items from the list's beginning have been read, wherever they stood then.
  let covered = length;
  let rereads = 0;
  while (length > 0) {
    const number = Math.floor(covered / length) + 1;
    if (number > pages) return;
    const start = (number - 1) * length;
    const page = await laterPage(fetch, number, size);
    // A service that knows no pages answers the same one for every number.
    if (page && page.page !== number) return;
    const now = page ? totalOf(page, start) : Math.min(results, start);
    const lost = Math.max(results - (now ?? results), 0);
    if (lost > 0 && ++rereads > mostRereads) return;
    if (page?.data.length === 0 && lost === 0) return;
    results = now ?? results;
    covered = Math.max(covered - lost, 0);
    if (!page) continue;
    pages = page.pages;
    // Pages before the last count as full: a service may leave items out that the caller must not see.
    const end = start + (number < pages ? length : page.data.length);
    if (start <= covered) covered = Math.max(covered, end);
    yield page;
    if (number >= pages && lost === 0) return;
  }
}

/** Every item once. Items without an id can't be told apart, and come as often as they are read. */
export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T> {
  const seen = new Set<unknown>();
  for await (const page of pages) {
    for (const item of page.data) {
      const id = idOf(item);
      if (id !== undefined && seen.has(id)) continue;
      seen.add(id);
      yield item;
    }
  }
}

/** A list that shrinks faster than it can be read must end all the same. */
const mostRereads = 20;

/** How long the list is; undefined where the service's number does not even cover the page. */
function totalOf(page: Page<unknown>, start: number): number | undefined {
  return page.results >= start + page.data.length ? page.results : undefined;
}

/** Asks for long pages, and where the service refuses that, for pages as it likes them, from then on. */
async function firstPage<T>(fetch: FetchPage<T>, size: PageSize): Promise<Page<T>> {
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
): Promise<Page<T> | undefined> {
  try {
    return await fetch(number, size.current);
  } catch (error) {
    const isPast =
      error instanceof NodecloudError &&
      error.inErrorForm &&
      (error.code === "not_found" || error.fieldErrors.some(({ field }) => field === "page"));
    if (isPast) return undefined;
    throw error;
  }
}

function idOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "id" in item ? item.id : undefined;
}
