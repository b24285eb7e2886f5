import { VirtualClock } from "../../../src/clock";
import { operations } from "../../../src/contract";
import { CallDetailsLog } from "../../../src/emulator/console/call-details";
import { Feed } from "../../../src/emulator/console/feed";
import type { Batch } from "../../../src/emulator/console/messages";
import { worldBefore } from "../../../src/emulator/console/requested-call";
import { Ring } from "../../../src/emulator/console/ring";
import { Runtime } from "../../../src/emulator/runtime";

function startRuntime() {
  const options = {
    clock: new VirtualClock(),
    brand: "acme",
    seed: undefined,
    speed: undefined,
    settings: {},
  };
  return new Runtime({ ...options, world: undefined, folder: undefined });
}

const call = {
  time: "2022-03-21T09:00:00.000Z",
  method: "GET",
  path: "/v4/regions",
  operation: "regions.list",
  status: null,
  token: null,
  body: null,
  faults: [],
  carriedOut: false,
};

/** Everything that the feed sends, batch by batch. */
function drain(feed: Feed): Batch[] {
  const batches: Batch[] = [];
  for (let batch = feed.next(false); batch; batch = feed.next(false)) batches.push(batch);
  return batches;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe("the feed of a console", () => {
  it("sends a large world in parts, and each object once", () => {
    const runtime = startRuntime();
    const [image] = runtime.world.images.all();
    for (let index = 1; index <= 1200; index++) {
      runtime.world.images.put({ ...image!, id: `private/${index}`, is_public: false });
    }
    const batches = drain(new Feed(runtime, "http://emulator.test"));
    const names = batches.flatMap(({ rows = [] }) =>
      rows.map(({ table, account, key }) => `${table} ${account} ${key}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith("images 1 private/"))).toHaveLength(1200);
    expect(Math.max(...batches.map(({ rows = [] }) => rows.length))).toBe(500);
    expect(batches.map(({ complete = false }) => complete)).toEqual([
      ...batches.slice(1).map(() => false),
      true,
    ]);
  });

  it("sends that the clock was stopped or continues, even if no time has passed", () => {
    const runtime = startRuntime();
    const feed = new Feed(runtime, "http://emulator.test");
    drain(feed);
    runtime.clock.freeze(true);
    expect(drain(feed)).toMatchObject([{ clock: { frozen: true } }]);
    runtime.clock.freeze(false);
    expect(drain(feed)).toMatchObject([{ clock: { frozen: false } }]);
    expect(drain(feed)).toEqual([]);
  });

  it("begins with the latest events only", () => {
    const runtime = startRuntime();
    const event = {
      action: "node_boot",
      created: 0,
      expected: 0,
      finished: null,
      entity: null,
      message: null,
    };
    for (let id = 1; id <= 2003; id++) {
      const rest = {
        secondary_entity: null,
        read: false,
        seen: false,
        status: "started" as const,
        username: null,
      };
      runtime.world.events.put({ ...event, ...rest, id, rate: null, time_remaining: null });
    }
    const rows = drain(new Feed(runtime, "")).flatMap(({ rows = [] }) => rows);
    const ids = rows.filter(({ table }) => table === "events").map(({ key }) => key);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([2000, 4, 2003]);
  });

  it("needs no more memory for a slow reader: an object is sent as it is now, and old calls are left out", () => {
    const runtime = startRuntime();
    const feed = new Feed(runtime, "");
    drain(feed);
    const [image] = runtime.world.images.all();
    for (let change = 0; change < 50; change++)
      runtime.world.images.put({ ...image!, label: `change ${change}` });
    for (let calls = 0; calls < 2100; calls++) runtime.requestLog.add(call);
    const batches = drain(feed);
    expect(batches.flatMap(({ rows = [] }) => rows)).toMatchObject([{ json: { label: "change 49" } }]);
    const numbers = batches.flatMap(({ calls = [] }) => calls.map(({ number }) => number));
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([2000, 101, 2100]);
    expect(sum(batches.map(({ skippedCalls = 0 }) => skippedCalls))).toBe(100);
    expect(Math.max(...batches.map(({ calls = [] }) => calls.length))).toBe(500);
  });

  it.each([
    [150_000, undefined],
    [150_001, true],
  ])("after unsent changes to %i objects, starts from scratch: %p", (count, replaced) => {
    const feed = new Feed(startRuntime(), "");
    drain(feed);
    for (let key = 1; key <= count; key++) feed.changed("instances", key);
    expect(feed.next(false)?.replaced).toBe(replaced);
  });

  it("receives nothing once it is closed", () => {
    const runtime = startRuntime();
    const feed = new Feed(runtime, "");
    drain(feed);
    feed.close();
    runtime.requestLog.add(call);
    expect(drain(feed)).toEqual([]);
    expect(runtime.observations.observerCount).toBe(0);
  });

  it("reports why transitions could not be carried out", () => {
    const runtime = startRuntime();
    const feed = new Feed(runtime, "");
    drain(feed);
    runtime.world.timeline.add(runtime.now(), { kind: "monthEnd", euuid: "none" });
    const act = jest.spyOn(runtime, "act");
    feed.makeTransitions();
    expect(act).toHaveBeenCalledTimes(1);
    feed.makeTransitions();
    expect(act).toHaveBeenCalledTimes(1);
  });
});

it("knows the world before a call for 4,000 changes", () => {
  const runtime = startRuntime();
  const [region] = runtime.world.regions.all();
  const number = runtime.requestLog.add(call);
  const { position } = runtime.observations.undo;
  runtime.callDetails.begin(number, { agent: null, rules: [], began: 0, time: runtime.now(), position });
  const change = (times: number) => {
    for (let index = 0; index < times; index++)
      runtime.world.regions.put({ ...region!, country: `${index}` });
  };
  change(4000);
  expect(worldBefore(runtime, number).regions[0]).toEqual(region);
  change(1);
  expect(() => worldBefore(runtime, number)).toThrow("The world before call 1 is no longer known");
});

it.each(["overwritten", "deleted"])("forgets the world before a call when 32 MiB were %s since", (how) => {
  const runtime = startRuntime();
  const region = { ...runtime.world.regions.first()!, id: "large", country: "x".repeat(2 ** 20) };
  runtime.world.regions.put(region);
  const number = runtime.requestLog.add(call);
  const { position } = runtime.observations.undo;
  runtime.callDetails.begin(number, { agent: null, rules: [], began: 0, time: runtime.now(), position });
  const change = (times: number) => {
    for (let index = 0; index < times; index++) {
      if (how === "deleted") runtime.world.regions.remove(region.id);
      runtime.world.regions.put(region);
    }
  };
  change(31);
  expect(worldBefore(runtime, number).regions).toHaveLength(runtime.world.regions.size);
  change(1);
  expect(() => worldBefore(runtime, number)).toThrow("The world before call 1 is no longer known");
});

describe("a ring", () => {
  it("returns the latest items to readers that remember their position", () => {
    const ring = new Ring<number>(3);
    expect(ring.after(0, 10)).toEqual({ items: [], end: 0 });
    for (let item = 1; item <= 4; item++) ring.add(item);
    expect(ring.after(0, 10)).toEqual({ items: [2, 3, 4], end: 4 });
    expect(ring.after(0, 2)).toEqual({ items: [2, 3], end: 3 });
    expect(ring.after(3, 2)).toEqual({ items: [4], end: 4 });
    for (let item = 5; item <= 9; item++) ring.add(item);
    expect(ring.after(4, 10)).toEqual({ items: [7, 8, 9], end: 9 });
    expect(ring.end).toBe(9);
    ring.clear();
    expect(ring.after(0, 10)).toEqual({ items: [], end: 9 });
    ring.add(10);
    expect(ring.after(2, 10)).toEqual({ items: [10], end: 10 });
  });

  it("drops its oldest items when their total size is twice its bound", () => {
    const ring = new Ring<string>(100, { max: 10, sizeOf: (item) => item.length });
    const add = (...items: string[]) => {
      for (const item of items) ring.add(item);
      return ring.after(0, 100);
    };
    expect(add("aaaaa", "bbbbb", "ccccc", "dddd")).toMatchObject({ end: 4, items: { length: 4 } });
    expect(add("e")).toEqual({ items: ["ccccc", "dddd", "e"], end: 5 });
    expect(add("fffff", "gggg")).toMatchObject({ items: { length: 5 } });
    expect(add("h")).toEqual({ items: ["fffff", "gggg", "h"], end: 8 });
    expect(add("i".repeat(20))).toEqual({ items: [], end: 9 });
    expect(add("j".repeat(19))).toMatchObject({ items: { length: 1 }, end: 10 });
    ring.clear();
    expect(add("k".repeat(19))).toMatchObject({ items: { length: 1 }, end: 11 });
  });

  it("does not count the size of items that were dropped because of their number", () => {
    const ring = new Ring<string>(2, { max: 10, sizeOf: (item) => item.length });
    for (let item = 0; item < 50; item++) ring.add("aaaa");
    expect(ring.after(0, 10)).toEqual({ items: ["aaaa", "aaaa"], end: 50 });
  });
});

describe("the details of calls", () => {
  const kept = { agent: "x".repeat(300), rules: [], began: 10, time: 0, position: 0 };
  const { response } = operations.regions.view;

  it("keeps the latest 5,000 calls", () => {
    const details = new CallDetailsLog();
    for (let number = 1; number <= 5002; number++) details.begin(number, kept);
    expect([details.get(2), details.get(3)?.agent?.length, details.get(5002)?.milliseconds]).toEqual([
      undefined,
      200,
      null,
    ]);
  });

  it("keeps the latest 8 MiB of responses, and none of more than 200,000 characters", () => {
    const details = new CallDetailsLog();
    for (let number = 1; number <= 50; number++) {
      details.begin(number, kept);
      details.addResponse(number, 200, response, "x".repeat(200_000));
    }
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1).filter((number) =>
      details.get(number),
    );
    expect(numbers).toEqual(Array.from({ length: 41 }, (_, index) => index + 10));
    details.addResponse(50, 200, response, "x".repeat(200_001));
    expect(details.get(50)?.response).toMatchObject({ text: undefined, length: 200_001 });
    details.begin(51, kept);
    details.addResponse(51, 200, response, "x".repeat(200_000));
    expect(details.get(10)).toBeDefined();
    details.clear();
    expect(details.get(51)).toBeUndefined();
    for (const number of [52, 53]) {
      details.begin(number, kept);
      details.addResponse(number, 200, response, "x".repeat(200_000));
    }
    expect(details.get(52)).toBeDefined();
  });
});
