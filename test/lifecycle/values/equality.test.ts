import { areEqual } from "../../../src/lifecycle/values/equality";

describe("two values", () => {
  it.each([
    ["tags", ["a", "B"], ["b", "A", "a"], true],
    ["tags", ["a"], ["a", "b"], false],
    ["names", ["x", "y"], ["y", "x"], true],
    ["names", ["x"], ["X"], false],
    ["declared parts", { cpu: 1 }, { cpu: 1, io: 2 }, true],
    ["declared parts", { cpu: 1, io: undefined }, { cpu: 1, io: 2 }, true],
    ["declared parts", { cpu: 1 }, { io: 2 }, false],
    ["declared parts", {}, { cpu: 1 }, true],
    ["declared parts", {}, 1, false],
    ["declared parts", 1, {}, false],
    ["declared parts", null, {}, false],
    ["declared parts", {}, null, false],
    ["declared parts", null, null, true],
    ["declared parts", 1, 1, true],
    ["names", null, null, true],
    ["names", null, [], false],
    ["names", [1], ["1"], true],
    ["tags", "a", ["a"], false],
    ["deep", [1, { a: 2 }], [1, { a: 2 }], true],
    ["deep", [1, 2], [2, 1], false],
  ] as const)("compared as %s: %j equals %j: %s", (equality, one, other, expected) =>
    expect(areEqual(equality, one, other)).toBe(expected),
  );

  it("are compared by the field's function if it has one, the declared value first", () => {
    const isAtLeast = (wanted: unknown, other: unknown) => Number(other) >= Number(wanted);
    expect(areEqual(isAtLeast, 1, 2)).toBe(true);
    expect(areEqual(isAtLeast, 2, 1)).toBe(false);
  });
});
