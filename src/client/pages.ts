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
  let page = await firstPage(fetch, size);
  yield page;
  let [number, results, reread] = [1, page.results, 0];
  while (page.data.length > 0 && number < page.pages) {
    const shift = Math.max(results - page.results, 0);
    number = shift > 0 && reread < mostRereads ? Math.max(number - pagesIn(shift, page), 1) : number + 1;
    if (shift > 0) reread++;
    results = page.results;
    const next = await laterPage(fetch, number, size);
    // A service that knows no pages answers the same one for every number.
    if (!next || next.page !== number) return;
    page = next;
    yield page;
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

function pagesIn(items: number, page: Page<unknown>): number {
  return Math.ceil(items / Math.max(page.data.length, 1));
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
