import fc from "fast-check";
import { clientRemedies } from "../../src/reference/errors";
import { fakeService, pageOf, type Reply, rejection } from "./fake-service";

async function idsOf(items: AsyncIterable<{ id: number | string }>): Promise<(number | string)[]> {
  const ids: (number | string)[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

const idsFrom = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

/** A list in pages, which may change before each response. */
function listed(
  list: { id: number }[],
  size: number,
  change: (call: number) => void = () => {},
): (request: { readonly url: string }) => Reply {
  let call = 0;
  return ({ url }) => {
    change(call++);
    const query = new URL(url).searchParams;
    const page = Number(query.get("page") ?? 1);
    const pages = Math.max(Math.ceil(list.length / size), 1);
    if (page > pages) return rejection(404, { reason: "Not found" });
    return pageOf(list.slice((page - 1) * size, page * size), page, pages, list.length);
  };
}

describe("a whole list", () => {
  it("is read page by page as it is consumed", async () => {
    const service = fakeService([listed(idsFrom(25), 10)]);
    const items = service.client.events.list.all()[Symbol.asyncIterator]();
    expect((await service.run(items.next())).value).toEqual({ id: 1 });
    expect(service.calls).toHaveLength(1);
    await items.return?.();
  });

  it("contains every item once, even if the pages are shorter than requested", async () => {
    const service = fakeService([listed(idsFrom(25), 10)]);
    expect(await service.run(idsOf(service.client.events.list.all()))).toEqual(
      idsFrom(25).map(({ id }) => id),
    );
    expect(service.lines()).toEqual(
      [1, 2, 3].map((page) => `GET /account/events?page=${page}&page_size=500`),
    );
  });

  it.each<[string, Reply]>([
    ["400 naming page_size", rejection(400, { reason: "too large", field: "page_size" })],
    ["422", rejection(422, { reason: "invalid" })],
    ["413", rejection(413, { reason: "too large" })],
    ["416", rejection(416, { reason: "too large" })],
  ])("is read without a page size after the service has rejected one with %s", async (_, rejected) => {
    const list = listed(idsFrom(3), 2);
    const service = fakeService([(request) => (request.url.includes("page_size") ? rejected : list)]);
    await service.run(idsOf(service.client.events.list.all()));
    await service.run(idsOf(service.client.events.list.all()));
    expect(service.lines()).toEqual([
      "GET /account/events?page=1&page_size=500",
      "GET /account/events?page=1",
      "GET /account/events?page=2",
      "GET /account/events?page=1",
      "GET /account/events?page=2",
    ]);
  });

  it.each([302, 403, 404, 429])("is not read without a page size after a %i", async (status) => {
    const service = fakeService([rejection(status, { reason: "no" })]);
    await service.failure(idsOf(service.client.events.list.all()));
    expect(service.lines().filter((line) => !line.includes("page_size"))).toEqual([]);
  });

  it("has one page size from its first page to its last, whatever is rejected for another list in the meantime", async () => {
    let isRejected = false;
    const list = listed(idsFrom(3), 2);
    const service = fakeService([
      ({ url }) => (isRejected && url.includes("page_size") ? rejection(400, { reason: "too large" }) : list),
    ]);
    const items = service.client.events.list.all()[Symbol.asyncIterator]();
    await service.run(items.next());
    isRejected = true;
    await service.run(idsOf(service.client.events.list.all()));
    isRejected = false;
    for (let item = await items.next(); !item.done; ) item = await service.run(items.next());
    await service.run(idsOf(service.client.instances.list.all()));
    expect(service.lines().filter((line) => line.includes("page_size"))).toEqual([
      "GET /account/events?page=1&page_size=500",
      "GET /account/events?page=1&page_size=500",
      "GET /account/events?page=2&page_size=500",
      "GET /node/instances?page=1&page_size=500",
      "GET /node/instances?page=2&page_size=500",
    ]);
  });

  it("keeps the page size if it was not the reason for an error", async () => {
    const service = fakeService([
      rejection(400, { reason: "no" }),
      rejection(400, { reason: "no" }),
      pageOf([]),
    ]);
    await service.failure(idsOf(service.client.events.list.all()));
    await service.run(idsOf(service.client.events.list.all()));
    expect(service.lines().at(-1)).toContain("page_size=500");
  });

  it("without documented query parameters is read without any, and with a page number if there are more pages", async () => {
    const service = fakeService([pageOf([{ id: "a" }], 1, 2), pageOf([{ id: "b" }], 2, 2)]);
    expect(await service.run(idsOf(service.client.regions.list.all()))).toEqual(["a", "b"]);
    expect(service.lines()).toEqual(["GET /regions", "GET /regions?page=2"]);
  });

  it.each<[string, readonly Reply[]]>([
    ["returns the first page again", [pageOf([{ id: 1 }], 1, 5)]],
    ["returns the first page under the next number", [pageOf([{ id: 1 }], 1, 5), pageOf([{ id: 1 }], 2, 5)]],
    ["returns an empty page", [pageOf([{ id: 1 }], 1, 9), pageOf([], 2, 9, 1)]],
    ["has no such page", [pageOf([{ id: 1 }], 1, 9), rejection(404, { reason: "Not found" })]],
    ["reports one more page with each response", [pageOf([{ id: 1 }], 1, 2), pageOf([{ id: 1 }], 2, 3, 2)]],
  ])("fails if the service reports more pages and %s", async (_, replies) => {
    const service = fakeService(replies);
    const error = await service.failure(idsOf(service.client.events.list.all()));
    expect(error).toMatchObject({ code: "incomplete", operation: "events.list", effect: "none" });
    expect(error.message).toMatch(/page 2 contains nothing new\. Reading stopped after 1 item; /);
    expect(service.calls).toHaveLength(2);
  });

  it.each([2, 3])("fails if the first of %i pages is empty", async (pages) => {
    const service = fakeService([pageOf([], 1, pages, 5)]);
    const error = await service.failure(idsOf(service.client.events.list.all()));
    expect(error).toMatchObject({ code: "incomplete", fieldErrors: [] });
  });

  it.each([1, 5])("is read to its end although it loses %i items with every request", async (lost) => {
    const list = idsFrom(1000);
    const service = fakeService([listed(list, 10, (call) => void (call >= 1 && list.splice(0, lost)))]);
    const ids = await service.run(idsOf(service.client.events.list.all()));
    expect(ids).toEqual(expect.arrayContaining(list.map(({ id }) => id)));
    expect(service.calls.length).toBeLessThan(3 * 100);
  });

  it("is read to its end if one page counts fewer items than were read before the list loses some", async () => {
    const rows = (...ids: readonly number[]) => ids.map((id) => ({ id }));
    const service = fakeService([
      pageOf(rows(1, 2), 1, 4, 8),
      pageOf(rows(3, 4), 2, 4, 0),
      // The list has lost 1 and 2.
      pageOf(rows(7, 8), 3, 3, 6),
      pageOf(rows(5, 6), 2, 3, 6),
    ]);
    const ids = await service.run(idsOf(service.client.events.list.all()));
    expect(ids).toEqual([1, 2, 3, 4, 7, 8, 5, 6]);
    expect(service.calls).toHaveLength(4);
  });

  describe("that loses more than a page with every request", () => {
    const shrinking = (list: { id: number }[], requests: number) =>
      fakeService([listed(list, 10, (call) => void (call >= 1 && call <= requests && list.splice(0, 15)))]);

    it("is read to its end if that ends after twenty requests", async () => {
      const service = shrinking(idsFrom(500), 20);
      expect(await service.run(idsOf(service.client.events.list.all()))).toContain(500);
    });

    it("fails otherwise", async () => {
      const service = shrinking(idsFrom(500), 21);
      const error = await service.failure(idsOf(service.client.events.list.all()));
      expect(error).toMatchObject({ code: "incomplete", effect: "none" });
      expect(error.message).toContain("the list shrinks faster than it can be read");
      expect(service.calls).toHaveLength(22);
    });
  });

  it("ends at the last page that the service reports, even without new items", async () => {
    const service = fakeService([pageOf([{ id: 1 }], 1, 2, 1), pageOf([{ id: 1 }], 2, 2, 1)]);
    expect(await service.run(idsOf(service.client.events.list.all()))).toEqual([1]);
  });

  it("of items without ids fails if the same page comes again, and keeps equal items otherwise", async () => {
    const same = [{ label: "a" }, { label: "a" }];
    const labels = async (replies: readonly Reply[]) => {
      const service = fakeService(replies);
      const found: string[] = [];
      const read = async () => {
        for await (const { label } of service.client.notifications.list.all()) found.push(label);
      };
      const failure = await service.run(read().catch((error: unknown) => error));
      return { found, failure };
    };
    expect(await labels([pageOf(same, 1, 2, 3), pageOf([{ label: "a" }], 2, 2, 3)])).toEqual({
      found: ["a", "a", "a"],
      failure: undefined,
    });
    expect(await labels([pageOf(same, 1, 3, 6), pageOf(same, 2, 3, 6)])).toMatchObject({
      failure: { code: "incomplete" },
    });
  });

  describe("without an end", () => {
    /** Pages of items that are always new. */
    const endless = (perPage: number, ms = 100): Reply => {
      let id = 0;
      return ({ url }) => {
        const page = Number(new URL(url).searchParams.get("page") ?? 1);
        const items = Array.from({ length: perPage }, () => ({ id: ++id }));
        return { ...pageOf(items, page, 1e9, 1e12), after: ms };
      };
    };

    it("fails with more items than the default maximum of 100,000", async () => {
      const service = fakeService([endless(10_000)]);
      const error = await service.failure(idsOf(service.client.events.list.all()));
      expect(error.message).toMatch(/has more than 100000 items.*maxListItems/s);
      expect(service.calls).toHaveLength(11);
    });

    it("fails with more items than maxListItems", async () => {
      const service = fakeService([endless(10)], { maxListItems: 25 });
      expect((await service.failure(idsOf(service.client.events.list.all()))).code).toBe("incomplete");
      expect(service.calls).toHaveLength(3);
    });

    it("may have exactly maxListItems items", async () => {
      const service = fakeService([listed(idsFrom(25), 10)], { maxListItems: 25 });
      expect(await service.run(idsOf(service.client.events.list.all()))).toHaveLength(25);
    });

    it("ends after the list timeout, by default ten minutes of calls", async () => {
      const service = fakeService([endless(1, 900)]);
      const error = await service.failure(idsOf(service.client.events.list.all()));
      expect(error.code).toBe("deadline");
      expect(clientRemedies[error.code]).toContain("`listTimeout`");
      expect(service.times().at(-1)).toBeLessThanOrEqual(600_000);
      expect(service.times().at(-1)).toBeGreaterThan(599_000);
    });

    it("ends at the caller's deadline if that is earlier", async () => {
      const service = fakeService([endless(1)]);
      const deadline = { at: service.clock.now() + 2_000, extend: () => undefined };
      const error = await service.failure(idsOf(service.client.events.list.all({ deadline })));
      expect(error.code).toBe("deadline");
      expect(service.calls).toHaveLength(20);
    });

    it("does not count the time that the reader takes between two pages", async () => {
      const service = fakeService([listed(idsFrom(30), 10)], { listTimeout: 1_000 });
      const read = async () => {
        const found: number[] = [];
        for await (const { id } of service.client.events.list.all()) {
          found.push(id);
          await service.clock.sleep(500);
        }
        return found;
      };
      expect(await service.run(read())).toHaveLength(30);
    });

    it("fails when its items are too large", async () => {
      const padding = "x".repeat(4_000_000);
      let id = 0;
      const service = fakeService(
        [
          ({ url }) => {
            const page = Number(new URL(url).searchParams.get("page"));
            return pageOf([{ id: ++id, padding }], page, 1e9, 1e9);
          },
        ],
        { maxListItems: 100 },
      );
      const error = await service.failure(idsOf(service.client.events.list.all()));
      expect(error.message).toMatch(/is too large/);
      expect(service.calls).toHaveLength(17);
    });
  });

  it("contains amounts and times as the service writes them, as numbers or strings", async () => {
    const service = fakeService([
      pageOf([{ unit_price: "0.0075" }, { unit_price: 0.0075 }]),
      pageOf([
        { id: 1, usd: "12.50" },
        { id: 2, usd: 12.5 },
      ]),
      pageOf([
        { id: 1, time_remaining: 90 },
        { id: 2, time_remaining: "1:30" },
      ]),
    ]);
    const { invoices, payments, events } = service.client;
    const items = await service.run(invoices.listItems({ invoiceId: 1 }));
    expect(items.data.map(({ unit_price }) => unit_price)).toEqual(["0.0075", 0.0075]);
    expect((await service.run(payments.list())).data.map(({ usd }) => usd)).toEqual(["12.50", 12.5]);
    const left = (await service.run(events.list())).data.map(({ time_remaining }) => time_remaining);
    expect(left).toEqual([90, "1:30"]);
  });

  it("of items within an object ends at the caller's deadline", async () => {
    const service = fakeService(["hang"]);
    const deadline = { at: service.clock.now() + 5_000, extend: () => undefined };
    const items = service.client.invoices.listItems.all({ invoiceId: 1 }, { deadline });
    const error = await service.failure(items[Symbol.asyncIterator]().next());
    expect(error.code).toBe("deadline");
    expect(service.clock.now()).toBe(deadline.at);
  });

  it("reads counts that are strings", async () => {
    const service = fakeService([
      { json: { data: [{ id: 1 }], page: "1", pages: "2", results: "2" } },
      { json: { data: [{ id: 2 }], page: "2", pages: "2", results: "2" } },
    ]);
    expect(await service.run(idsOf(service.client.events.list.all()))).toEqual([1, 2]);
  });

  it("continues after a page without the items that the caller may not see", async () => {
    const pages = [
      pageOf([{ id: 1 }, { id: 2 }], 1, 3, 5),
      pageOf([{ id: 4 }], 2, 3, 5),
      pageOf([{ id: 5 }], 3, 3, 5),
    ];
    const service = fakeService(pages);
    expect(await service.run(idsOf(service.client.events.list.all()))).toEqual([1, 2, 4, 5]);
    expect(service.calls).toHaveLength(3);
  });

  it("needs only the items of the envelope", async () => {
    const service = fakeService([{ json: { data: [{ id: "a" }], pages: "many", results: null } }]);
    expect(await service.run(service.client.regions.list())).toEqual({
      data: [{ id: "a" }],
      page: 1,
      pages: 1,
      results: 1,
    });
  });

  it.each([
    { data: null, page: 1, pages: 1, results: 0 },
    { data: null, page: 1, pages: 0, results: "0" },
    { data: null, results: 0 },
  ])("is empty if the response is %j", async (json) => {
    const service = fakeService([{ json }]);
    expect(await service.run(idsOf(service.client.events.list.all()))).toEqual([]);
    expect(service.calls).toHaveLength(1);
  });

  it("is unreadable if a later page is null", async () => {
    const service = fakeService([{ json: { data: null, page: 1, pages: 1, results: 0 } }]);
    const { code } = await service.failure(service.client.events.list({ page: 2 }));
    expect(code).toBe("unreadable");
  });

  it.each([
    { json: { data: null } },
    { json: { data: null, page: 1, pages: 1 } },
    { json: { data: null, page: 1, pages: 1, results: null } },
    { json: { data: null, page: 1, pages: 1, results: 1 } },
    { json: { data: null, page: 1, pages: 2, results: 0 } },
    { json: { data: null, page: 2, pages: 1, results: 0 } },
    { json: { data: null, page: 1, pages: "many", results: 0 } },
    { json: { page: 1, pages: 1, results: 0 } },
    { json: { data: {}, page: 1, pages: 1, results: 0 } },
    { json: [] },
    { json: {} },
    { json: { data: "x" } },
    { json: { data: [1] } },
    { json: { data: [{}] } },
  ])("is unreadable as %j", async (reply) => {
    const service = fakeService([reply]);
    expect((await service.failure(service.client.regions.list())).code).toBe("unreadable");
  });

  it.each([
    [{ page: 1, pages: 1, results: 0 }, "its body has no list"],
    [{ data: [{}], results: 1 }, "no item of its list has an id that can be read"],
    [{ data: [], results: 1 }, "its list is incomplete, and its `pages` cannot be read"],
  ])("that is unreadable names the reason: %j", async (json, reason) => {
    const service = fakeService([{ json }]);
    expect((await service.failure(service.client.regions.list())).message).toContain(reason);
  });

  it("contains every item that existed throughout exactly once, however the list changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(
          fc.record({ removes: fc.integer({ min: 0, max: 4 }), from: fc.nat(40), grows: fc.boolean() }),
          { maxLength: 12 },
        ),
        async (count, size, changes) => {
          const list = idsFrom(count);
          const removed = new Set<number>();
          const reply = listed(list, size, (call) => {
            const change = changes[call - 1];
            if (!change) return;
            // If a list grows and shrinks between two responses with its length, a client cannot see that.
            if (!change.grows) for (const { id } of list.splice(change.from, change.removes)) removed.add(id);
            else if (isLengthKnown) list.push({ id: 1_000 + call });
          });
          let isLengthKnown = true;
          const service = fakeService([
            (request) => {
              const response = reply(request);
              isLengthKnown = typeof response === "object" && !("status" in response);
              return response;
            },
          ]);
          const ids = await service.run(idsOf(service.client.events.list.all()));
          expect(new Set(ids).size).toBe(ids.length);
          const missing = idsFrom(count).filter(({ id }) => !removed.has(id) && !ids.includes(id));
          expect(missing).toEqual([]);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});
