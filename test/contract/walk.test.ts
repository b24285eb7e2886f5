import { z } from "zod";
import { fieldsOf, itemOf, unwrap } from "../../src/contract";

const name = z.string().describe("Its name.");

describe("a shape", () => {
  it("has its fields in order, without the wrappers that make them optional or nullable", () => {
    const shape = z.strictObject({
      plain: name,
      optional: name.exactOptional(),
      nullable: name.nullable(),
      both: name.nullable().exactOptional(),
      bothAround: name.optional().nullable(),
    });
    expect(fieldsOf(shape).map(({ name, optional, nullable }) => [name, optional, nullable])).toEqual([
      ["plain", false, false],
      ["optional", true, false],
      ["nullable", false, true],
      ["both", true, true],
      ["bothAround", true, true],
    ]);
    for (const field of fieldsOf(shape)) expect(field.schema).toBe(name);
  });

  it("is found inside its wrappers", () => {
    const shape = z.object({ name }).nullable().exactOptional();
    expect(fieldsOf(shape).map((field) => field.name)).toEqual(["name"]);
    expect(itemOf(z.array(name).nullable().optional())).toBe(name);
  });

  it("has no fields and no items if it is neither object nor array", () => {
    for (const schema of [name, z.array(z.object({ name })), z.record(z.string(), name), z.json()]) {
      expect(fieldsOf(schema)).toEqual([]);
    }
    for (const schema of [name, z.object({ name }), z.json()]) expect(itemOf(schema)).toBeUndefined();
  });

  it("merges the metadata of its wrappers, of which the outer one takes precedence", () => {
    const schema = name.meta({ secret: true, description: "Within." }).exactOptional();
    expect(unwrap(schema).meta).toMatchObject({ secret: true, description: "Within." });
    expect(unwrap(schema.describe("Around.")).meta).toMatchObject({ secret: true, description: "Around." });
    expect(unwrap(z.string()).meta).toEqual({});
  });
});
