import { wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { TestStack } from "../../src/testing";
import { idOfIt } from "./every-resource/create";
import { failuresOf, warningsOf, webInstance } from "./programs";

/** Reads the resource `it` as its class does in `get`. What all resources have in common is in `every-resource-runs.test.ts`. */
function get(type: string, lifecycle: string, id: string): ProgramFunction {
  const inputs = {
    __provider: `exports.handler = () => require("pulumi-nodecloud/provider").${lifecycle}`,
  };
  return async (_, { read }) => {
    await read({ type: `pulumi-nodejs:dynamic/nodecloud:${type}`, name: "it", id, inputs });
    return {};
  };
}

describe("an object that only `get` reads", () => {
  it.each([
    ["Instance", "instance"],
    ["BackupSchedule", "backupSchedule"],
  ])("is dropped from the state by a refresh after its instance was deleted: %s", async (type, lifecycle) => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    expect(failuresOf(await stack.up(get(type, lifecycle, "1")))).toEqual([]);
    expect(idOfIt(stack)).toBe("1");
    await stack.clock.run(client.instances.delete({ instanceId: 1 }));
    await stack.clock.advance(600_000);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(idOfIt(stack)).toBe("");
  });

  it("is read without advice about the state while it is being deleted", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    await stack.clock.advance(60_000);
    await stack.clock.run(client.instances.delete({ instanceId: 1 }));
    expect(failuresOf(await stack.up(get("Instance", "instance", "1")))).toEqual([]);
    expect(stack.outputs("it")).toMatchObject({ status: "deleting" });
    expect(warningsOf(stack)).toEqual([]);
  });

  it("may be a public image, which belongs to no account", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(get("Image", "image", "node/debian12")))).toEqual([]);
    expect(stack.outputs("it")).toMatchObject({ imageId: "node/debian12", isPublic: true });
  });

  it.each([1, 16])(
    "does not show that the token belongs to the stack's account if it is a public image (parallel %i)",
    async (parallel) => {
      const stack = new TestStack();
      stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 403 } });
      const program: ProgramFunction = async (register, more) => {
        await get("Image", "image", "node/debian12")(register, more);
        return webInstance()(register, more);
      };
      expect(failuresOf(await stack.up(program))).toEqual([]);
      await stack.clock.advance(600_000);
      const outcome = await stack.refresh({ token: wellKnownTokens.secondAccount, parallel });
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(/^instance 1 was not found, and neither was any other object of this stack/),
      ]);
      expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
    },
  );
});
