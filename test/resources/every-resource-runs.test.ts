import type { ProgramFunction } from "../../src/engine";
import { providerLine } from "../../src/resources/provider-line";
import { resourceTypes } from "../../src/resources/resource-types";
import { TestStack } from "../../src/testing";
import { testedResources } from "./every-resource";
import { allVariants, bothSettings, createVariant, declareIt, idOfIt } from "./every-resource/create";
import { files } from "./every-resource/files";
import { callsTo, failuresOf, stepsOf } from "./programs";

afterAll(() => files.remove());

describe.each(allVariants)("%s", (_, resource, variant) => {
  const { recordOf } = resource;

  it.each(bothSettings)(
    variant.isKept ? "is kept by a destroy, under %s" : "is deleted by a destroy, under %s",
    async (_name, settings) => {
      const { stack, id } = await createVariant(resource, variant, settings);
      const before = recordOf(stack, id);
      expect(before).toBeDefined();
      const destroy = await stack.destroy();
      expect(failuresOf(destroy)).toEqual([]);
      expect(stepsOf(destroy)).toEqual(["delete it"]);
      expect(idOfIt(stack)).toBe("");
      expect(recordOf(stack, id)).toEqual(variant.isKept ? before : undefined);
    },
  );

  for (const [argument, value] of Object.entries(variant.replacements)) {
    it(`is replaced when ${argument} changes`, async () => {
      const { stack, inputs } = await createVariant(resource, variant);
      stack.emulator.control.forgetRequests();
      const preview = await stack.preview(declareIt(resource, { ...inputs, [argument]: value }));
      expect(failuresOf(preview)).toEqual([]);
      expect(stepsOf(preview).sort()).toEqual(["createReplacement it", "deleteReplaced it"]);
    });
  }
});

describe.each(Object.entries(testedResources))("%s.get", (_, resource) => {
  const { type, ids, recordOf } = resource;
  const { kind } = resourceTypes[type].definition;
  const get =
    (id: string): ProgramFunction =>
    async (_, { read }) => {
      const inputs = { __provider: providerLine(type) };
      await read({ type: `pulumi-nodejs:dynamic/nodecloud:${type}`, name: "it", id, inputs });
      return {};
    };

  it("reads an object of another stack and does not manage it", async () => {
    const [variant] = Object.values(resource.variants).filter(({ isKept }) => !isKept);
    if (!variant) throw new Error(`No variant of ${type} is deleted by a destroy.`);
    const { stack: owner, id } = await createVariant(resource, variant);
    const reader = new TestStack({ beside: owner });
    const record = recordOf(owner, id);
    expect(failuresOf(await reader.up(get(id)))).toEqual([]);
    expect(idOfIt(reader)).toBe(id);
    for (const [name, value] of Object.entries(reader.outputs("it") ?? {})) {
      if (name in (owner.outputs("it") ?? {}) && name !== "identity" && name !== "__provider")
        expect([name, value]).toEqual([name, owner.outputs("it")?.[name]]);
    }
    expect(failuresOf(await reader.destroy())).toEqual([]);
    expect(recordOf(owner, id)).toEqual(record);
  });

  it.each(["preview", "up"] as const)("fails in %s when there is no such object", async (run) => {
    const stack = new TestStack();
    const outcome = await stack[run](get(ids.missing));
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(`^There is no ${kind} ${ids.missing} at http://emulator.test/v4`),
    ]);
    expect(idOfIt(stack)).toBe("");
  });

  it.each(ids.malformed)("refuses the malformed id %j without a request", async (id) => {
    const stack = new TestStack();
    for (const run of ["preview", "up"] as const) {
      const outcome = await stack[run](get(id));
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual([
        expect.stringContaining(`${JSON.stringify(id)} is not a valid ${kind} id: it must be `),
      ]);
    }
    expect(callsTo(stack)).toEqual([]);
  });

  it("needs an id", () => {
    expect(() => resource.resourceClass.get("it", "")).toThrow(
      `${type} "it" has neither arguments nor an id. Pass arguments to create one, or read an existing one with \`${type}.get\`.`,
    );
  });
});
