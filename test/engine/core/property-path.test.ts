import { coversPath, differingPaths, resetPaths } from "../../../src/engine/core/property-path";
import { Secret } from "../../../src/state";

describe("ignoring changes", () => {
  it("takes the old value at a path and keeps every other new value", () => {
    const news = { a: { b: 1, c: 2 }, d: 3 };
    expect(resetPaths(news, { a: { b: 9, c: 9 }, d: 9 }, ["a.b"])).toEqual({ a: { b: 9, c: 2 }, d: 3 });
    expect(news).toEqual({ a: { b: 1, c: 2 }, d: 3 });
  });

  it("applies every path", () => {
    expect(resetPaths({ a: 1, b: 2, c: 3 }, { a: 7, b: 8, c: 9 }, ["a", "c"])).toEqual({ a: 7, b: 2, c: 9 });
  });

  it("removes a value that did not exist, and restores one that the program removed", () => {
    expect(resetPaths({ a: 1, b: 2 }, { c: 3 }, ["a", "c"])).toEqual({ b: 2, c: 3 });
    expect(resetPaths({ m: { a: 1 } }, { m: { b: 2 } }, ["m.*"])).toEqual({ m: { b: 2 } });
  });

  it.each([
    ["did not exist", undefined],
    ["was a plain value", 5],
    ["was a list", [1]],
  ])("removes the last name of a path from a map that %s before", (_, old) => {
    const olds = { x: 1, ...(old !== undefined && { a: old }) };
    expect(resetPaths({ a: { b: 1, c: 2 } }, olds, ["a.b"])).toEqual({ a: { c: 2 } });
    const secret = { a: new Secret({ b: 1, c: 2 }) };
    expect(resetPaths(secret, olds, ["a.b"])).toEqual({ a: new Secret({ c: 2 }) });
    expect(resetPaths({ a: { b: { c: 1 } } }, olds, ["a.b.c"])).toEqual({ a: { b: { c: 1 } } });
    expect(resetPaths({ a: { b: 1 } }, olds, ["a.*"])).toEqual({ a: { b: 1 } });
    expect(resetPaths({ a: { b: 1 } }, olds, ["a[0]"])).toEqual({ a: { b: 1 } });
  });

  it("changes no map that is new under a wildcard", () => {
    const news = { m: { a: { x: 1 }, b: { x: 1 } } };
    expect(resetPaths(news, { m: { a: {} } }, ["m.*.x"])).toEqual({ m: { a: {}, b: { x: 1 } } });
  });

  it.each([
    ["a path into a value that the program removed", {}, { a: { b: 1 } }, ["a.b"]],
    ["a path into a plain value", { a: 1 }, { a: 2 }, ["a.b"]],
    ["a list where a map was", { a: [1] }, { a: { b: 2 } }, ["a.b"]],
    ["an invalid path", { a: 1 }, { a: 2 }, ["a["]],
    ["no path", { a: 1 }, { a: 2 }, []],
  ])("changes nothing for %s", (_, news, olds, paths) => {
    expect(resetPaths(news, olds, paths)).toEqual(news);
  });

  it.each([
    ["old", { a: 1 }, new Secret({ a: 2 })],
    ["new", new Secret({ a: 1 }), { a: 2 }],
  ])("keeps a value secret if its %s value was", (_, current, old) => {
    expect(resetPaths({ m: current }, { m: old }, ["m.a"])).toEqual({ m: new Secret({ a: 2 }) });
  });

  it("does not take names of Object.prototype for old values", () => {
    expect(resetPaths({ constructor: 1 }, {}, ["constructor"])).toEqual({});
  });
});

describe("a path", () => {
  it.each([
    ["a", ["a"], true],
    ["a", ["a", "b"], true],
    ["a.b", ["a"], false],
    ["*", ["a", "b"], true],
    ["*.b", ["a", "b"], true],
    ["*.b", ["a", "c"], false],
    ["a.*", ["a"], false],
    ["l[1]", ["l", 1, "x"], true],
    ["l[1]", ["l", 2], false],
    ["l[", ["l"], false],
    ['m["a.b"]', ["m", "a.b"], true],
    ['m["a\\"b"]', ["m", 'a"b'], true],
    ['m["a\\\\b"]', ["m", "a\\b"], true],
  ])("%s covers %j: %s", (path, changed, covers) => {
    expect(coversPath([path], changed)).toBe(covers);
    expect(coversPath(["other", path], changed)).toBe(covers);
    expect(coversPath([], changed)).toBe(false);
  });
});

describe("the paths at which two values differ", () => {
  it.each([
    ["nothing", { a: { b: [1, 2] } }, { a: { b: [1, 2] } }, []],
    ["a value", { a: 1, b: 1 }, { a: 2, b: 1 }, [["a"]]],
    ["a deep value", { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, [["a", "b"]]],
    ["an added and a removed value", { a: 1 }, { b: 1 }, [["a"], ["b"]]],
    ["an element", { l: [1, 2] }, { l: [1, 3] }, [["l", 1]]],
    [
      "a longer list",
      { l: [1] },
      { l: [1, 2, 3] },
      [
        ["l", 1],
        ["l", 2],
      ],
    ],
    ["a shorter list", { l: [1, 2] }, { l: [1] }, [["l", 1]]],
    ["a list instead of a map", { a: [1] }, { a: { b: 1 } }, [["a"]]],
    ["a map instead of a list", { a: { b: 1 } }, { a: [1] }, [["a"]]],
    ["a secret mark", { a: { b: 1 } }, { a: new Secret({ b: new Secret(1) }) }, []],
    ["a secret value", { a: new Secret(1) }, { a: new Secret(2) }, [["a"]]],
    ["a value inside secrets", { a: new Secret({ b: 1 }) }, { a: new Secret({ b: 2 }) }, [["a", "b"]]],
    ["a name of Object.prototype", { constructor: 1 }, {}, [["constructor"]]],
  ])("for %s", (_, left, right, paths) => {
    expect(differingPaths(left, right)).toEqual(paths);
  });
});
