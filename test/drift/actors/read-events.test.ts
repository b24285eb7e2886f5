import type { Event, Page } from "../../../src/client";
import { readEvents } from "../../../src/drift/actors/read-events";

const event = (id: number, created: string): Event => {
  return {
    ...{ id, created, action: "node_update", status: "notification", entity: null, secondary_entity: null },
    ...{ username: null, message: null, duration: null, percent_complete: null, rate: null },
    ...{ time_remaining: null, read: false, seen: false },
  };
};

const secondsAgo = (seconds: number) => new Date(Date.UTC(2026, 10, 22) - seconds * 1000).toISOString();

/** A log of pages with two events each, and how many of them were read. */
function logOf(pageCount: number, ageOf: (at: number) => number) {
  const read = { pages: 0 };
  async function* pages(): AsyncGenerator<Page<Event>> {
    for (let page = 1; page <= pageCount; page++) {
      read.pages = page;
      const data = [2 * page - 2, 2 * page - 1].map((at) => event(at, secondsAgo(ageOf(at))));
      yield { data, page, pages: pageCount, results: 2 * pageCount };
    }
  }
  return { read, pages: pages() };
}

const newestFirst = (at: number) => at;
const oldestFirst = (at: number) => 1000 - at;

/** Reads a log until it has this many events. */
async function readUntil(count: number, pageCount: number, ageOf: (at: number) => number) {
  const { read, pages } = logOf(pageCount, ageOf);
  let events = 0;
  const reading = await readEvents(pages, (added) => {
    events += added.length;
    return events >= count;
  });
  return { ...reading, events, pages: read.pages };
}

it("a log with the newest events first is read only as far back as needed", async () => {
  expect(await readUntil(3, 10, newestFirst)).toEqual({
    ...{ count: 4, total: 20, mayMissNewerEvents: false, events: 4, pages: 2 },
  });
});

it("a log in another order is read whole", async () => {
  expect(await readUntil(1, 10, oldestFirst)).toMatchObject({
    count: 20,
    mayMissNewerEvents: false,
    pages: 10,
  });
  const swapped = (at: number) => ({ 1: 2, 2: 1 })[at] ?? at;
  expect(await readUntil(3, 10, swapped)).toMatchObject({ count: 20, mayMissNewerEvents: false });
});

it("at most 20 pages are read", async () => {
  expect(await readUntil(1000, 30, newestFirst)).toMatchObject({
    count: 40,
    total: 60,
    mayMissNewerEvents: false,
    pages: 20,
  });
  expect(await readUntil(1000, 20, oldestFirst)).toMatchObject({ mayMissNewerEvents: false, pages: 20 });
});

it("a log that is longer may lack newer events if its newest are not first", async () => {
  expect(await readUntil(1, 30, oldestFirst)).toMatchObject({
    count: 40,
    mayMissNewerEvents: true,
    pages: 20,
  });
});

it("an empty log has no event", async () => {
  expect(await readUntil(1, 0, newestFirst)).toMatchObject({ count: 0, total: 0, mayMissNewerEvents: false });
});
