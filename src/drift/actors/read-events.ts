import type { Event, Page } from "../../client";
import { timeOf } from "./event-index";

/** The maximum number of pages of the log that are read. A page has 500 events if the service allows that. */
const maxPages = 20;

/** How much of a log was read. */
export interface EventReadResult {
  readonly count: number;
  /** How many events the log has. */
  readonly total: number;
  /** Whether newer events than those read may exist: the log is too long to be read completely, and its newest events are not first. */
  readonly mayMissNewerEvents: boolean;
}

/**
 * Reads the log, from its newest events only as far back as needed.
 * @param add Takes the events of a page. Returns whether older events are not needed.
 */
export async function readEvents(
  pages: AsyncIterable<Page<Event>>,
  add: (events: readonly Event[]) => boolean,
): Promise<EventReadResult> {
  let reading = { count: 0, total: 0, mayMissNewerEvents: false };
  let pagesRead = 0;
  let isSorted = true;
  let last: readonly Event[] = [];
  for await (const { data, page, pages: pageCount, results } of pages) {
    isSorted &&= isNewestFirst([...last, ...data]);
    last = data.slice(-1);
    pagesRead += 1;
    const isEnough = add(data) && isSorted;
    const isWhole = page >= pageCount;
    reading = {
      ...{ count: reading.count + data.length, total: results },
      mayMissNewerEvents: !isWhole && !isSorted,
    };
    if (isEnough || pagesRead >= maxPages) break;
  }
  return reading;
}

function isNewestFirst(events: readonly Event[]): boolean {
  return events.every((event, at) => {
    const next = events[at + 1];
    return next === undefined || timeOf(event) >= timeOf(next);
  });
}
