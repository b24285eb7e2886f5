import { areEqual } from "../../src/lifecycle/equality";

describe("two values", () => {
  it.each([
    ["tags", ["a", "B"], ["b", "A", "a"], true],
    ["tags", ["a"], ["a", "b"], false],
    ["names", ["x", "y"], ["y", "x"], true],
    ["names", ["x"], ["X"], false],
    ["declared parts", { cpu: 1 }, { cpu: 1, io: 2 }, true],
    ["declared parts", { cpu: 1, io: undefined }, { cpu: 1, io: 2 }, true],
    ["declared parts", { cpu: 1 }, { io: 2 }, false],
    ["deep", [1, { a: 2 }], [1, { a: 2 }], true],
    ["deep", [1, 2], [2, 1], false],
  ] as const)("compared as %s: %j equals %j: %s", (equality, one, other, expected) =>
    expect(areEqual(equality, one, other)).toBe(expected),
  );
});
