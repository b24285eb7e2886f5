import { renderLine } from "../../../src/engine/display/line";
import { changeLines, diffValues } from "../../../src/engine/display/property-diff";
import { propertyLines } from "../../../src/engine/display/property-lines";
import { showValue } from "../../../src/engine/display/values";
import { type PropertyValue, Secret, signatureKey, signatures, unknown } from "../../../src/state";

const plain = { color: false };

function change(before: PropertyValue | undefined, after: PropertyValue | undefined): string[] {
  return diffValues("field", before, after).flatMap((found) =>
    changeLines(found.path, found).map((parts) => renderLine(parts, plain)),
  );
}

describe("a value on one line", () => {
  it("distinguishes the marks of secrets and unknowns from strings", () => {
    expect(showValue({ a: [1, "x", true, null], b: new Secret("canary"), "c d": unknown })).toBe(
      '{a: [1, "x", true, null], b: [secret], "c d": [unknown]}',
    );
    expect(showValue("[secret]")).toBe('"[secret]"');
  });

  it("is truncated if long, without converting all of it first", () => {
    expect(showValue("x".repeat(1e6))).toBe(`"${"x".repeat(98)}…`);
    expect(showValue(Array.from({ length: 1e5 }, (_, at) => at)).length).toBeLessThanOrEqual(100);
  });

  it("shows the source and hash of assets and archives, never their content", () => {
    const asset = { [signatureKey]: signatures.asset, hash: "50db240d003e", text: "canary" };
    const file = { [signatureKey]: signatures.asset, hash: "58ce02af0d3a", path: "./logo.png" };
    const archive = { [signatureKey]: signatures.archive, hash: "aaaabbbbcccc", path: "./site" };
    expect(showValue(asset)).toBe("asset(50db240) text");
    expect(showValue(file)).toBe('asset(58ce02a) "./logo.png"');
    expect(showValue([archive])).toBe('[archive(aaaabbb) "./site"]');
  });

  it("shows a resource by its name", () => {
    const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";
    expect(showValue({ [signatureKey]: signatures.resource, urn, id: "1" })).toBe("resource web (Instance)");
  });
});

describe("a change", () => {
  it("has the path of the change at any depth", () => {
    expect(change({ a: { "b.c": [1, { d: 2 }] } }, { a: { "b.c": [1, { d: 3 }] } })).toEqual([
      '~ field.a["b.c"][1].d: 2 → 3',
    ]);
  });

  it("in a list shows the elements that were changed, added or removed", () => {
    expect(change(["x", "y"], ["x", "z", "w"])).toEqual(['~ field[1]: "y" → "z"', '+ field[2]: "w"']);
    expect(change(["x", "y"], ["x"])).toEqual(['- field[1]: "y"']);
    expect(change([], ["x"])).toEqual(['~ field: [] → ["x"]']);
  });

  it("between a map and a list shows both values whole", () => {
    expect(change({ a: 1 }, [1])).toEqual(["~ field: {a: 1} → [1]"]);
    expect(change(null, "x")).toEqual(['~ field: null → "x"']);
  });

  it("to NaN or from it is shown, and NaN is no change of NaN", () => {
    expect(change(Number.NaN, Number.NaN)).toEqual([]);
    expect(change({ a: Number.NaN }, { a: 1 })).toEqual(["~ field.a: NaN → 1"]);
    expect(change({ a: 1 }, { a: Number.NaN })).toEqual(["~ field.a: 1 → NaN"]);
  });

  it("of a long string shows the part that differs", () => {
    const same = "x".repeat(300);
    expect(change(`${same}1`, `${same}2`)).toEqual([
      `~ field: "…${"x".repeat(20)}1" → "…${"x".repeat(20)}2"`,
    ]);
  });

  it("of a multi-line string shows the lines that differ", () => {
    expect(change("one\ntwo\nthree\nfour", "one\ntwo\n3\nfour")).toEqual([
      "~ field:",
      "      two",
      "    - three",
      "    + 3",
      "      four",
    ]);
    const added = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n");
    expect(change("one\ntwo", `one\n${added}\ntwo`).at(-2)).toBe("    + … 30 more lines");
  });

  it.each([
    ["another secret", new Secret("canary"), new Secret("canary2"), "~ field: [secret] → another [secret]"],
    ["a plain value", new Secret("canary"), "open", '~ field: [secret] → "open"'],
    ["a plain value", new Secret("canary"), "canary", "~ field: [secret] → the same, not marked as secret"],
    ["an added mark", "canary", new Secret("canary"), "~ field: [secret], now marked as secret"],
    ["an added secret", undefined, new Secret("canary"), "+ field: [secret]"],
    [
      "a secret list",
      new Secret(["canary"]),
      new Secret(["canary", "x"]),
      "~ field: [secret] → another [secret]",
    ],
    [
      "a secret in a list",
      ["a", new Secret("canary")],
      ["a", new Secret("x")],
      "~ field[1]: [secret] → another [secret]",
    ],
  ])("of a secret to %s reveals nothing", (_, before, after, line) => {
    expect(change(before, after)).toEqual([line]);
  });
});

it("shows all properties nested, and multi-line strings as lines", () => {
  const before = { script: "a\nb", same: { deep: [{ k: 1 }] }, gone: 1, empty: {} };
  const after = { script: "a\nb", same: { deep: [{ k: 2 }] }, empty: {}, come: [new Secret("canary")] };
  expect(propertyLines(before, after).map((parts) => renderLine(parts, plain))).toEqual([
    "  script: |",
    "      a",
    "      b",
    "~ same:",
    "    ~ deep:",
    "        ~ [0]:",
    "            ~ k: 1 → 2",
    "- gone: 1",
    "  empty: {}",
    "+ come:",
    "    + [0]: [secret]",
  ]);
});
