import { z } from "zod";
import { convertResponse } from "../../src/client/typed-response";

const shape = z.object({
  size: z.int(),
  price: z.union([z.number(), z.string()]),
  name: z.string().nullable(),
  on: z.boolean(),
  tags: z.array(z.string()),
  state: z.enum(["ok"]),
  parts: z.array(z.object({ at: z.number() })),
});

describe("a response", () => {
  it("that has the contract's types is returned as it is, with fields and words of a later version", () => {
    const value = {
      ...{
        size: 1,
        price: "1.5",
        name: null,
        on: false,
        tags: ["a"],
        state: "later",
        parts: [{ at: 1, more: [] }],
      },
      more: { deep: null },
    };
    expect(convertResponse(shape, value)).toBe(value);
  });

  it("with values in other types is converted to the contract's types", () => {
    const value = { size: "4096.0", name: 7, on: "TRUE", tags: [1, "b", null], parts: [{ at: "-2e3" }, 5] };
    expect(convertResponse(shape, value)).toEqual({
      ...{ size: 4096, name: "7", on: true, tags: ["1", "b"], parts: [{ at: -2000 }] },
    });
  });

  it.each<[unknown, boolean]>([
    ["1", true],
    [1, true],
    ["False", false],
    ["0", false],
    [0, false],
  ])("with %j for a boolean has %j", (on, expected) => {
    expect(convertResponse(shape, { on })).toEqual({ on: expected });
  });

  it.each([
    ["size", ""],
    ["size", " 1"],
    ["size", "1 GB"],
    ["size", "0x10"],
    ["size", "9007199254740993"],
    ["size", true],
    ["size", Number.POSITIVE_INFINITY],
    ["on", "yes"],
    ["on", 2],
    ["on", [1]],
    ["name", {}],
    ["name", ["a"]],
    ["tags", "a"],
    ["tags", { 0: "a" }],
    ["state", {}],
    ["price", {}],
    ["parts", {}],
  ])("whose %s is %j lacks that field", (name, value) => {
    expect(convertResponse(shape, { [name]: value, id: 1 })).toEqual({ id: 1 });
  });

  it("keeps a fraction and a large number that the service writes as numbers", () => {
    expect(convertResponse(shape, { size: 1.5 })).toEqual({ size: 1.5 });
    expect(convertResponse(shape, { size: 1e20 })).toEqual({ size: 1e20 });
  });

  it("that is not an object cannot be read", () => {
    for (const value of [null, [], "text", 7]) expect(convertResponse(shape, value)).toBeUndefined();
  });
});
