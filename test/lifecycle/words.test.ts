import { VirtualClock } from "../../src/clock";
import { generateLabel } from "../../src/lifecycle/labels";
import { createLocks } from "../../src/lifecycle/locks";
import { isSame } from "../../src/lifecycle/same";

describe("a generated label", () => {
  it.each([
    ["web", /^web-[A-Za-z0-9]{7}$/],
    ["my web/server_1", /^my-web-server-1-[A-Za-z0-9]{7}$/],
    ["--a--", /^a-[A-Za-z0-9]{7}$/],
    ["日本", /^unnamed-[A-Za-z0-9]{7}$/],
    ["x".repeat(100), /^x{56}-[A-Za-z0-9]{7}$/],
    [`${"x".repeat(55)}-yz`, /^x{55}-[A-Za-z0-9]{7}$/],
  ])("of %j has 3 to 64 letters, digits and single dashes", (name, pattern) => {
    const label = generateLabel(name, new VirtualClock());
    expect(label).toMatch(pattern);
    expect(label.length).toBeLessThanOrEqual(64);
  });

  it("is another one each time", () => {
    const clock = new VirtualClock();
    expect(new Set(Array.from({ length: 1000 }, () => generateLabel("web", clock))).size).toBe(1000);
  });
});

describe("two values that mean the same", () => {
  it.each([
    ["tags", ["a", "B"], ["b", "A", "a"], true],
    ["tags", ["a"], ["a", "b"], false],
    ["names", ["x", "y"], ["y", "x"], true],
    ["names", ["x"], ["X"], false],
    ["declared parts", { cpu: 1 }, { cpu: 1, io: 2 }, true],
    ["declared parts", { cpu: 1, io: undefined }, { cpu: 1, io: 2 }, true],
    ["declared parts", { cpu: 1 }, { io: 2 }, false],
    ["equal", [1, { a: 2 }], [1, { a: 2 }], true],
    ["equal", [1, 2], [2, 1], false],
  ] as const)("as %s: %j and %j: %s", (sameness, one, other, expected) =>
    expect(isSame(sameness, one, other)).toBe(expected),
  );
});

describe("locks", () => {
  it("let one piece of work in at a time per key, in order, also after one that fails", async () => {
    const clock = new VirtualClock();
    const locks = createLocks();
    const seen: string[] = [];
    const work = (key: string, name: string, ms: number) =>
      locks.run(key, async () => {
        seen.push(`${name} in`);
        await clock.sleep(ms);
        seen.push(`${name} out`);
        if (name === "bad") throw new Error("bad");
        return name;
      });
    const all = [work("a", "bad", 50), work("a", "second", 10), work("b", "other", 20)];
    const results = await clock.run(Promise.allSettled(all));
    expect(seen).toEqual(["bad in", "other in", "other out", "bad out", "second in", "second out"]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });
});
