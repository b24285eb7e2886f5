import { TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, webFrom } from "./programs";

/** A service that refuses a clone without them, as live ones do, and an instance to clone. */
async function withSource() {
  const stack = new TestStack({ settings: { cloneNeeds: "regionAndType" } });
  const { client } = stack.services();
  const { id } = await stack.clock.run(
    client.instances.create({ region: "us-east", type: "g1-nano-1", label: "source", booted: false }),
  );
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return { stack, id };
}
const clones = (stack: TestStack) => callsTo(stack).filter((call) => /^POST .*\/clone$/.test(call));

describe("a clone", () => {
  it.each([
    ["neither region nor type", {}, { region: "us-east", type: "g1-nano-1" }],
    ["a region", { region: "us-central" }, { region: "us-central", type: "g1-nano-1" }],
    ["a type", { type: "g1-standard-1" }, { region: "us-east", type: "g1-standard-1" }],
  ])("that declares %s takes the others from its source", async (_, inputs, expected) => {
    const { stack, id } = await withSource();
    const program = webFrom({ cloneFrom: { instanceId: id }, booted: false, ...inputs });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack).find((one) => one.id !== id)).toMatchObject(expected);
    expect(stack.emulator.control.requests().filter(({ path }) => path.endsWith("/clone"))).toHaveLength(1);
  });

  it("of an instance that does not exist is an error before anything is sent", async () => {
    const { stack } = await withSource();
    const outcome = await stack.up(webFrom({ cloneFrom: { instanceId: 404 }, booted: false }));
    expect(failuresOf(outcome).join()).toMatch(/cloneFrom: there is no instance 404, so nothing was created/);
    expect(clones(stack)).toEqual([]);
  });

  it("that was cut off is found though its source is gone", async () => {
    const { stack, id } = await withSource();
    const program = webFrom({ cloneFrom: { instanceId: id }, booted: false });
    await stack.killAfterWrites(4, () => stack.up(program));
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: id }));
    await stack.clock.advance(600_000);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId }]);
  });
});
