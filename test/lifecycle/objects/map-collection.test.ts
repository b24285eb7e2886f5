import { VirtualClock } from "../../../src/clock";
import { mapCollection, SharedCollection } from "../../../src/lifecycle";
import { deadlineAfter } from "../../../src/lifecycle/deadline";
import type { Wait } from "../../../src/lifecycle/objects/collection";

interface Whole {
  readonly id: string;
  readonly part: number;
}

const clock = new VirtualClock();
const calls: string[] = [];
const viewedUntil: number[] = [];
const page = { data: [{ id: "a", part: 1 }], page: 1, pages: 1, results: 1 };
const wholes = new SharedCollection<Whole>(
  {
    kind: "whole",
    idOf: ({ id }) => id,
    view: async (id, { deadline: { at = Number.NaN } = {} }) => {
      calls.push(`view ${id}`);
      viewedUntil.push(at);
      return { id, part: calls.length };
    },
    async *pages() {
      calls.push("list");
      await clock.sleep(10_000);
      yield page;
    },
  },
  clock,
);
const parts = mapCollection(wholes, ({ part }) => part);
const within = (duration: string) => deadlineAfter(clock, duration);

beforeEach(async () => {
  await clock.advance(60_000);
  calls.length = 0;
});

describe("a collection of parts", () => {
  it.each([
    ["reads", () => parts.read("a")],
    ["reads recently", () => parts.readRecent("a", within("1m"))],
    ["views", () => parts.view("a")],
  ])("%s the part of one object", async (_, read) => {
    expect(await clock.run(read())).toBe(1);
    expect(calls).toEqual(["view a"]);
  });

  it("lists the parts of all objects by their ids", async () => {
    expect((await clock.run(parts.list())).items).toEqual(new Map([["a", 1]]));
    expect(await clock.run(parts.listRecent())).toEqual(new Map([["a", 1]]));
  });

  it("views a part within the deadline", async () => {
    const deadline = within("5s");
    await clock.run(parts.view("a", { deadline }));
    expect(viewedUntil.at(-1)).toBe(deadline.at);
  });

  it("stops waiting for a list at the deadline", async () => {
    await expect(clock.run(parts.list({ deadline: within("5s") }))).rejects.toThrow(
      "Timed out after 5 s while listing wholes.",
    );
  });

  it("polls and describes the parts, not the whole objects", async () => {
    const polled: unknown[] = [];
    const progress: string[] = [];
    const wait: Wait<number> = {
      goal: "to be ready",
      until: (part) => {
        polled.push(part);
        return part === 3;
      },
      describe: (part) => `its part is ${part}`,
      isTypical: (part) => {
        polled.push(`${part} at the end`);
        return true;
      },
      deadline: within("1m"),
      reportProgress: (text) => progress.push(text),
    };
    expect(await clock.run(parts.wait("a", wait))).toBe(3);
    expect(polled).toEqual([1, 2, 3, "3 at the end"]);
    expect(progress[0]).toMatch(/^waiting for whole a to be ready: its part is 1, /);
  });

  it("passes on that this process changed an object", async () => {
    await clock.run(parts.list());
    parts.markChanged("a");
    expect(await clock.run(parts.read("a"))).toBe(2);
    expect(calls).toEqual(["list", "view a"]);
  });

  it("passes on which parts are expected", async () => {
    const readBoth = (isExpected: (part: number) => boolean) =>
      clock.run(Promise.all([parts.read("a", isExpected), parts.read("b")]));
    expect((await readBoth((part) => part === 1))[0]).toBe(1);
    expect(calls).toEqual(["list", "view b"]);
    await clock.advance(60_000);
    expect((await readBoth((part) => part !== 1))[0]).not.toBe(1);
    expect(calls.slice(2).sort()).toEqual(["list", "view a", "view b"]);
  });

  it("passes on that this process deleted an object", async () => {
    await clock.run(parts.list());
    parts.markDeleted("a", true);
    expect(await clock.run(parts.read("a"))).toBe(2);
    expect(calls).toEqual(["list", "view a"]);
  });

  it("passes on that this process created an object", async () => {
    await clock.run(parts.list());
    parts.markCreated("a");
    expect(await clock.run(parts.read("a"))).toBe(2);
    expect(calls).toEqual(["list", "view a"]);
  });
});
