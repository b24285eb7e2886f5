import { Store } from "../../src/console/model/store";
import { batch, callNumber, instanceRow, start } from "./builders";

const keys = (store: Store, account = 1) => store.rows("instances", account).map(({ key }) => key);

it("has the objects of each account, newest first, and forgets those that were removed", () => {
  const store = new Store();
  const rows = [instanceRow(1), instanceRow(2), instanceRow(3, { account: 2 })];
  store.apply(batch({ brand: "node", rows, complete: true }), 0);
  expect([keys(store), keys(store, 2), store.accounts(), store.isComplete]).toEqual([
    [2, 1],
    [3],
    [1, 2],
    true,
  ]);
  const changed = instanceRow(1, { json: { status: "offline" } });
  store.apply(batch({ rows: [changed], removed: [{ table: "instances", account: 2, key: 3 }] }), 0);
  expect([keys(store), keys(store, 2)]).toEqual([[2, 1], []]);
  expect(store.row({ table: "instances", account: 1, key: 1 })).toBe(changed);
});

it("keeps an object that was removed and added again in one batch", () => {
  const store = new Store();
  store.apply(batch({ rows: [instanceRow(1)], removed: [{ table: "instances", account: 1, key: 1 }] }), 0);
  expect(keys(store)).toEqual([1]);
});

it("starts from scratch with another world, and with another stream", () => {
  const store = new Store();
  const everything = {
    rows: [instanceRow(1)],
    calls: [callNumber(1)],
    statuses: [{ account: 1, instance: 1, label: "", status: "running", at: start }],
    marks: [{ number: 1, at: start, kind: "reset" as const, text: "" }],
    complete: true as const,
  };
  store.apply(batch({ brand: "node", ...everything }), 0);
  store.apply(batch({ replaced: true, rows: [instanceRow(7)] }), 0);
  expect([keys(store), store.statuses, store.isComplete, store.calls.length, store.marks.length]).toEqual([
    [7],
    [],
    false,
    1,
    1,
  ]);
  store.apply(batch({ brand: "acme" }), 0);
  expect([keys(store), store.calls, store.marks, store.brand]).toEqual([[], [], [], "acme"]);
});

it("updates calls in place, and forgets them with the log", () => {
  const store = new Store();
  store.apply(batch({ calls: [callNumber(1, { status: null, milliseconds: null }), callNumber(2)] }), 0);
  store.apply(batch({ calls: [callNumber(1)], skippedCalls: 4 }), 0);
  expect(store.calls.map(({ number, status }) => [number, status])).toEqual([
    [1, 200],
    [2, 200],
  ]);
  expect(store.skippedCalls).toBe(4);
  store.apply(batch({ forgotten: true, calls: [callNumber(3)] }), 0);
  expect([store.calls.length, store.call(3)?.number, store.call(1)]).toEqual([1, 3, undefined]);
  expect(store.skippedCalls).toBe(0);
});

it("stays small for as long as it is open", () => {
  const store = new Store();
  for (let hour = 0; hour < 24; hour++) {
    const numbers = Array.from({ length: 3000 }, (_, index) => hour * 3000 + index);
    store.apply(
      batch({
        calls: numbers.map((number) => callNumber(number)),
        rows: numbers.map((key) => ({ table: "events", account: 1, key, json: {} })),
        statuses: numbers.map((instance) => ({
          account: 1,
          instance,
          label: "",
          status: "running",
          at: start,
        })),
        marks: numbers.map((number) => ({ number, at: start, kind: "load", text: "" })),
      }),
      0,
    );
  }
  expect([
    store.calls.length,
    store.rows("events", 1).length,
    store.statuses.length,
    store.marks.length,
  ]).toEqual([2000, 5000, 30_000, 500]);
  expect(store.calls.at(-1)?.number).toBe(71_999);
});

it("knows the emulator's time between batches", () => {
  const store = new Store();
  expect(store.now(5)).toBe(0);
  store.apply(batch({ clock: { now: start, speed: 20, frozen: false, next: null } }), 1000);
  expect(store.now(1500)).toBe(start + 10_000);
  store.apply(batch({ clock: { now: start, speed: 20, frozen: true, next: null } }), 1000);
  expect(store.now(1500)).toBe(start);
});

it("stops the emulator's time when the stream ends, until it is received again", () => {
  const store = new Store();
  const running = batch({ clock: { now: start, speed: 1, frozen: false, next: null } });
  store.apply(running, 1000);
  store.disconnect("The emulator does not respond.", 3000);
  store.disconnect("The emulator does not respond.", 8000);
  expect([store.now(2000), store.now(9000), store.connection]).toEqual([start + 1000, start + 2000, "lost"]);
  store.apply(running, 9000);
  expect(store.now(9500)).toBe(start + 500);
});

it("is connected from the first whole batch on", () => {
  const store = new Store();
  expect(store.connection).toBe("connecting");
  store.apply(batch(), 0);
  expect(store.connection).toBe("live");
});

it("counts the changes of each topic", () => {
  const store = new Store();
  const topics = ["world", "calls", "clock", "faults", "settings", "snapshots", "timeline"] as const;
  const changedBy = (members: Parameters<typeof batch>[0]) => {
    const before = topics.map((topic) => store.revision(topic));
    store.apply(batch(members), 0);
    return topics.filter((topic, index) => store.revision(topic) !== before[index]);
  };
  expect(changedBy({})).toEqual(["clock"]);
  expect(changedBy({ rows: [] })).toEqual(["world", "clock", "timeline"]);
  expect(changedBy({ removed: [] })).toEqual(["world", "clock", "timeline"]);
  expect(changedBy({ replaced: true })).toEqual(["world", "clock", "timeline"]);
  expect(changedBy({ calls: [] })).toEqual(["calls", "clock", "timeline"]);
  expect(changedBy({ forgotten: true })).toEqual(["calls", "clock", "timeline"]);
  expect(changedBy({ marks: [] })).toEqual(["clock", "timeline"]);
  expect(changedBy({ statuses: [] })).toEqual(["clock", "timeline"]);
  expect(changedBy({ faults: [], settings: {}, snapshots: [] })).toEqual([
    "clock",
    "faults",
    "settings",
    "snapshots",
  ]);
  expect(changedBy({ brand: "node" })).toEqual(["world", "calls", "clock", "timeline"]);
  store.apply(batch({ problem: "The disk is full." }), 0);
  expect(store.problem).toBe("The disk is full.");
  store.apply(batch(), 0);
  expect(store.problem).toBe("");
});
