/** @jest-environment ./test/tokyo-environment.cjs */
import * as pulumi from "@pulumi/pulumi";
import { getEvents, getEventsOutput } from "../../src";
import { runApi } from "../../src/cli/api/run";
import { outputValue, startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

const actions = (events: readonly { readonly action: string }[]) => events.map(({ action }) => action);

/** Two instances, created an hour apart; the second is renamed. */
async function startServiceWithEvents(brand = "node") {
  const { client, ...service } = await startServiceWithToken({ brand });
  const empty = { region: "us-east", type: "g1-nano-1" };
  const first = await client.instances.create({ ...empty, label: "first" });
  service.emulator.control.clock.advance(60 * 60 * 1000);
  const second = await client.instances.create({ ...empty, label: "second" });
  await client.instances.update({ instanceId: second.id, label: "renamed" });
  return { ...service, first, second };
}

describe("getEvents", () => {
  it("lists every field of the events, newest first", async () => {
    const { options, second } = await startServiceWithEvents();
    const events = await getEvents({ entityId: second.id }, options);
    expect(actions(events)).toEqual(["node_update", "node_create"]);
    expect(events[0]).toMatchObject({
      entity: { id: second.id, label: "renamed" },
      secondaryEntity: null,
      percentComplete: events[0]?.percentComplete,
      read: false,
      seen: false,
      username: "admin",
    });
    const all = await getEvents({}, options);
    expect([...all].sort((one, other) => other.id - one.id)).toEqual(all);
  });

  it("applies every filter and stops at the limit", async () => {
    const { options, first, second } = await startServiceWithEvents();
    const created = await getEvents({ action: "node_create" }, options);
    expect(created.map(({ entity }) => entity?.id)).toEqual([second.id, first.id]);
    const { type } = created[0]?.entity ?? {};
    expect(await getEvents({ action: "node_create", limit: 1 }, options)).toEqual([created[0]]);
    expect(await getEvents({ entityType: type ?? "", entityId: String(first.id) }, options)).toHaveLength(1);
    expect(await getEvents({ entityType: "nothing" }, options)).toEqual([]);
    expect(await getEvents({ status: "failed" }, options)).toEqual([]);
  });

  it("reads dates without a time zone as UTC and includes events of that second", async () => {
    const { options, second } = await startServiceWithEvents();
    const [event] = await getEvents({ action: "node_create", limit: 1 }, options);
    const moment = event?.created ?? "";
    const zoned = new Date(`${moment}Z`);
    const spaced = moment.replace("T", " ");
    const minute = moment.slice(0, 16);
    const berlin = `${new Date(zoned.getTime() + 2 * 60 * 60 * 1000).toISOString().slice(0, 19)}+02:00`;
    for (const since of [
      moment,
      spaced,
      minute,
      `${moment}Z`,
      zoned.toUTCString(),
      String(zoned),
      zoned,
      berlin,
    ]) {
      const found = await getEvents({ action: "node_create", since }, options);
      expect(found.map(({ entity }) => entity?.id)).toEqual([second.id]);
    }
    expect(await getEvents({ since: new Date(zoned.getTime() + 3_600_000) }, options)).toEqual([]);
  });

  it("returns actions with the brand's word and finds them with either word", async () => {
    const { options } = await startServiceWithEvents("acme");
    for (const action of ["node_create", "acme_create"])
      expect(actions(await getEvents({ action }, options))).toEqual(["acme_create", "acme_create"]);
    expect(await getEvents({ action: "acm_create" }, options)).toEqual([]);
  });

  it("returns the same actions as `nodecloud api`", async () => {
    const { options } = await startServiceWithEvents("acme");
    let printed = "";
    const env = {
      NODECLOUD_BASE_URL: options.baseUrl,
      NODECLOUD_TOKEN: options.token,
      NODECLOUD_BRAND: "acme",
    };
    const output = {
      width: undefined,
      write: async (text: string | Uint8Array) => {
        printed += String(text);
      },
    };
    const input = (async function* () {})();
    await runApi(["events", "list"], {
      env,
      input,
      output,
      printMessage: () => undefined,
      startProgress: () => ({ show: () => undefined, close: () => undefined }),
    });
    const listed: { id: number; action: string }[] = JSON.parse(printed);
    const looked = await getEvents({}, options);
    expect(looked.map(({ id, action }) => ({ id, action }))).toEqual(
      listed.map(({ id, action }) => ({ id, action })),
    );
  });

  it("returns unknown actions and finds them with either word", async () => {
    const { options, emulator } = await startServiceWithToken({ brand: "acme" });
    const data = [
      { id: 2, action: "acme_teleport", created: "2022-03-21T09:00:00" },
      { id: 1, action: "node_of_another_kind", created: "2022-03-21T09:00:00" },
    ];
    const body = { data, page: 1, pages: 1, results: 2 };
    emulator.control.faults.add({ operation: "events.list", effect: { status: 200, body } });
    expect(actions(await getEvents({}, options))).toEqual(["acme_teleport", "node_of_another_kind"]);
    for (const action of ["node_teleport", "acme_teleport"])
      expect(actions(await getEvents({ action }, options))).toEqual(["acme_teleport"]);
    const odd = { action: "node_of_another_kind" };
    expect(actions(await getEvents(odd, options))).toEqual([odd.action]);
  });

  it("rejects an invalid date or limit before it sends a request", async () => {
    const { options, emulator } = await startServiceWithToken();
    for (const since of ["yesterday", "March 21, 2022 09:00", "3-21-2022", "2022-03-21T9:00"])
      await expect(getEvents({ since }, options)).rejects.toThrow(
        `since is not a date, or its time zone is missing: ${since}.`,
      );
    await expect(getEvents({ since: new Date("x") }, options)).rejects.toThrow(/since is not a date/);
    for (const limit of [0, -1, 1.5, Number.NaN])
      await expect(getEvents({ limit }, options)).rejects.toThrow(/limit is .*integer of at least 1/);
    expect(emulator.control.requests()).toEqual([]);
  });
});

it("resolves outputs and accepts a plain date", async () => {
  const { options, second } = await startServiceWithEvents();
  const since = new Date(0);
  const found = getEventsOutput({ entityId: pulumi.output(second.id), since, limit: 1 }, options);
  expect(actions(await outputValue(found))).toEqual(["node_update"]);
  const future = new Date("2999-01-01T00:00:00Z");
  expect(await outputValue(getEventsOutput({ since: future }, options))).toEqual([]);
  expect(
    await outputValue(getEventsOutput({ since: pulumi.output("2999-01-01T00:00:00") }, options)),
  ).toEqual([]);
});

describe("getEvents with a log of several pages", () => {
  const day = (number: number) => `2022-03-${String(number).padStart(2, "0")}T09:00:00`;
  const event = (id: number, action = "node_boot") => ({ id, action, created: day(id) });

  /** Serves the events of days 1 to 9 in the given order, three a page, or fewer. */
  async function startServiceWithPages(
    order: (events: ReturnType<typeof event>[]) => ReturnType<typeof event>[],
    size = 3,
  ) {
    const { emulator, options } = await startServiceWithToken();
    const events = order(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => event(id, id === 2 ? "node_create" : "node_boot")),
    );
    const pages = events.length / size;
    for (let page = 1; page <= pages; page++) {
      const body = { data: events.slice((page - 1) * size, page * size), page, pages, results: 9 };
      emulator.control.faults.add({ operation: "events.list", nth: page, effect: { status: 200, body } });
    }
    const pagesRead = () => emulator.control.requests().length;
    return { options, pagesRead };
  }
  const newestFirst = (events: ReturnType<typeof event>[]) => events.reverse();
  const ids = (events: readonly { readonly id: number }[]) => events.map(({ id }) => id);

  it.each<[object, number[], number]>([
    [{ limit: 2 }, [9, 8], 1],
    [{ limit: 3 }, [9, 8, 7], 1],
    [{ limit: 4 }, [9, 8, 7, 6], 2],
    [{ limit: 1, action: "node_create" }, [2], 3],
    [{ since: day(8) }, [9, 8], 1],
    [{ since: day(7) }, [9, 8, 7], 2],
    [{}, [9, 8, 7, 6, 5, 4, 3, 2, 1], 3],
  ])("reads only the pages that %j needs", async (filters, expected, pages) => {
    const { options, pagesRead } = await startServiceWithPages(newestFirst);
    expect(ids(await getEvents(filters, options))).toEqual(expected);
    expect(pagesRead()).toBe(pages);
  });

  it.each<[string, (events: ReturnType<typeof event>[]) => ReturnType<typeof event>[]]>([
    ["the oldest first", (events) => events],
    ["no order", (events) => [4, 8, 1, 9, 0, 3, 2, 6, 7].map((at) => events[at - 1] ?? event(5))],
  ])("finds the newest events when the service lists %s", async (_, order) => {
    const { options, pagesRead } = await startServiceWithPages(order);
    expect(ids(await getEvents({ limit: 2 }, options))).toEqual([9, 8]);
    expect(pagesRead()).toBe(3);
  });

  it("finds the newest event when each page has one, so that the first one shows no order", async () => {
    const { options } = await startServiceWithPages((events) => events, 1);
    expect(ids(await getEvents({ limit: 1 }, options))).toEqual([9]);
  });
});

it("accepts remaining times as numbers, ids as strings, nulls and unknown members", async () => {
  const { options, emulator } = await startServiceWithToken();
  const data = [
    { id: "7", action: null, created: 5, time_remaining: 90, entity: "x", news: [1] },
    { id: 8, action: 3, created: null, time_remaining: "1:30", secondary_entity: 4, status: "paused" },
  ];
  const body = { data, page: 1, pages: 1, results: 2 };
  emulator.control.faults.add({ operation: "events.list", effect: { status: 200, body } });
  const events = await getEvents({}, options);
  expect(events.map(({ id, timeRemaining }) => [id, timeRemaining])).toEqual([
    [7, 90],
    [8, "1:30"],
  ]);
});
