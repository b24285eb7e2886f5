import type { Event } from "../../../src/client";
import { EventLog, type LogStep } from "../../../src/drift/watch/event-log";

/** An event whose time follows from its id. */
function event(id: number, parts: Partial<Event> = {}): Event {
  return {
    ...{
      id,
      action: "node_update",
      created: timeAt(id),
      duration: null,
      entity: null,
      secondary_entity: null,
    },
    ...{ message: null, percent_complete: null, rate: null, read: false, seen: false },
    ...{ status: "notification", time_remaining: null, username: null },
    ...parts,
  };
}

const timeAt = (minute: number) => `2026-11-22T09:${String(minute).padStart(2, "0")}:00`;

/** Passes pages to a log, one after another. Returns the last step. */
function follow(...pages: readonly (readonly Event[])[]): LogStep {
  const log = new EventLog();
  const steps = pages.map((data) => log.follow({ data, pages: 2 }));
  const last = steps.at(-1);
  if (last === undefined) throw new Error("no page");
  return last;
}

const idsOf = (step: LogStep) => (step.kind === "continued" ? step.events.map(({ id }) => id) : step.kind);

it("begins with what the first page shows", () => {
  expect(idsOf(follow([event(2), event(1)]))).toBe("first");
});

it("returns new events, and those whose status has changed", () => {
  const started = event(2, { status: "started" });
  expect(idsOf(follow([event(1)], [event(1)]))).toEqual([]);
  expect(idsOf(follow([event(1)], [event(3), event(2), event(1)]))).toEqual([3, 2]);
  expect(idsOf(follow([started, event(1)], [event(2, { status: "finished" }), event(1)]))).toEqual([2]);
  expect(idsOf(follow([started, event(1)], [started, event(1)]))).toEqual([]);
});

it("returns an event that had not ended when the page last showed it, once", () => {
  const [one, three] = [event(1, { status: "started" }), event(3)];
  expect(idsOf(follow([event(2), one], [three, event(2)]))).toEqual([3, 1]);
  expect(idsOf(follow([event(2), one], [three, event(2)], [three, event(2)]))).toEqual([]);
  expect(idsOf(follow([event(2), event(1, { status: "scheduled" })], [event(2)]))).toEqual([1]);
  expect(idsOf(follow([event(2), event(1)], [event(2)]))).toEqual([]);
});

describe("a gap", () => {
  it.each([
    ["more new events than a page", [event(2), event(1)], [event(5), event(4)], "no longer has the last"],
    ["another event under the last id", [event(2)], [event(2, { action: "node_boot" })], "has another event"],
    ["another time under the last id", [event(2)], [event(2, { created: timeAt(1) })], "has another event"],
    ["a new event with a lower id", [event(5), event(1)], [event(5), event(3), event(1)], "with a lower id"],
    ["an earlier time", [event(5)], [event(6, { created: timeAt(4) }), event(5)], "with an earlier time"],
    ["an empty log", [event(2)], [], "is empty, although it was not before"],
  ])("is found: %s", (_, before, now, reason) => {
    const log = new EventLog();
    log.follow({ data: before, pages: 1 });
    expect(log.follow({ data: now, pages: 1 })).toEqual({
      kind: "gap",
      reason: expect.stringContaining(reason),
    });
  });

  it("is found: more than a page of events in a log that was empty", () => {
    const log = new EventLog();
    log.follow({ data: [], pages: 1 });
    expect(log.follow({ data: [event(2), event(1)], pages: 2 })).toMatchObject({ kind: "gap" });
  });

  it("is followed by the page after it", () => {
    expect(idsOf(follow([event(1)], [event(9), event(8)], [event(10), event(9), event(8)]))).toEqual([10]);
  });

  it("is not an event that has the same time as the last one", () => {
    expect(idsOf(follow([event(1)], [event(2, { created: timeAt(1) }), event(1)]))).toEqual([2]);
  });

  it("is not found in a log that is still empty, or that shows its first event", () => {
    const log = new EventLog();
    log.follow({ data: [], pages: 1 });
    expect(idsOf(log.follow({ data: [], pages: 1 }))).toEqual([]);
    expect(idsOf(log.follow({ data: [event(1)], pages: 1 }))).toEqual([1]);
  });
});

describe("the order", () => {
  const oldestFirst = [event(1), event(2)];

  it("does not matter while one page shows the whole log", () => {
    const log = new EventLog();
    log.follow({ data: oldestFirst, pages: 1 });
    expect(idsOf(log.follow({ data: [...oldestFirst, event(3)], pages: 1 }))).toEqual([3]);
  });

  it("of several pages has to be newest first", () => {
    expect(follow(oldestFirst)).toEqual({ kind: "unusable", reason: expect.any(String) });
    expect(idsOf(follow(oldestFirst, [event(2), event(1)]))).toBe("first");
    const sameTime = [event(1), event(2, { created: timeAt(1) })];
    expect(idsOf(follow(sameTime))).toBe("unusable");
    expect(idsOf(follow([...sameTime].reverse()))).toBe("first");
    const noTimes = [event(1, { created: "?" }), event(2, { created: "?" })];
    expect(idsOf(follow(noTimes))).toBe("unusable");
    expect(idsOf(follow([...noTimes].reverse()))).toBe("first");
  });
});
