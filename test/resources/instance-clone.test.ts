import { TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, webInstanceFrom } from "./programs";

/** A stack whose service rejects a clone request without region and type, and the id of an instance to clone. */
async function setUpSource() {
  const stack = new TestStack({ settings: { cloneNeeds: "regionAndType" } });
  const { client } = stack.services();
  const { id } = await stack.clock.run(
    client.instances.create({ region: "us-east", type: "g1-nano-1", label: "source", booted: false }),
  );
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return { stack, id };
}
const cloneCallsTo = (stack: TestStack) => callsTo(stack).filter((call) => /^POST .*\/clone$/.test(call));

describe("a clone", () => {
  it.each([
    ["neither region nor type", {}, { region: "us-east", type: "g1-nano-1" }],
    ["a region", { region: "us-central" }, { region: "us-central", type: "g1-nano-1" }],
    ["a type", { type: "g1-standard-1" }, { region: "us-east", type: "g1-standard-1" }],
  ])("that declares %s takes everything else from its source", async (_, inputs, expected) => {
    const { stack, id } = await setUpSource();
    const program = webInstanceFrom({ cloneFrom: { instanceId: id }, booted: false, ...inputs });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack).find((one) => one.id !== id)).toMatchObject(expected);
    expect(stack.emulator.control.requests().filter(({ path }) => path.endsWith("/clone"))).toHaveLength(1);
  });

  it("is rejected before any request is sent if its source does not exist", async () => {
    const { stack } = await setUpSource();
    const program = webInstanceFrom({ cloneFrom: { instanceId: 404 }, booted: false });
    for (const outcome of [await stack.preview(program), await stack.up(program)]) {
      expect(failuresOf(outcome)).toEqual([
        "cloneFrom: there is no instance 404, or the token has no access to it. Nothing was created or deleted. Set it to the id of an existing instance.",
      ]);
    }
    expect(cloneCallsTo(stack)).toEqual([]);
  });

  it("fails if its source does not exist, although the check could not read it", async () => {
    const { stack } = await setUpSource();
    stack.emulator.control.faults.add({ operation: "instances.view", nth: 1, effect: { status: 403 } });
    const outcome = await stack.up(webInstanceFrom({ cloneFrom: { instanceId: 404 }, booted: false }));
    expect(failuresOf(outcome).join()).toMatch(/cloneFrom: there is no instance 404, so nothing was created/);
    expect(cloneCallsTo(stack)).toEqual([]);
  });

  it("of an empty instance fails with the advice to leave it off", async () => {
    const { stack, id } = await setUpSource();
    const [failure] = failuresOf(await stack.up(webInstanceFrom({ cloneFrom: { instanceId: id } })));
    expect(failure).toMatch(
      /boot instance 2 .*If the cloned instance was empty, there is nothing to boot: set `booted: false`\./,
    );
    const outcome = await stack.up(webInstanceFrom({ cloneFrom: { instanceId: id }, booted: false }));
    expect(failuresOf(outcome)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id }, { id: 2, status: "offline" }]);
  });

  it("is found after an interrupted create even if its source no longer exists", async () => {
    const { stack, id } = await setUpSource();
    const program = webInstanceFrom({ cloneFrom: { instanceId: id }, booted: false });
    await stack.killAfterWrites(4, () => stack.up(program));
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: id }));
    await stack.clock.advance(600_000);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId }]);
  });
});

describe("a clone whose disks take five minutes to copy", () => {
  async function setUpSlowSource(cloneStartsAs: "offline" | "cloning") {
    const stack = new TestStack({ settings: { cloningSeconds: 300, cloneStartsAs } });
    const { client } = stack.services();
    const source = {
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      root_pass: "Sup3r-secret",
    };
    const { id } = await stack.clock.run(client.instances.create(source));
    await stack.clock.advance(300_000);
    const cloneIn = () => instancesIn(stack).find((one) => one.id !== id);
    return { stack, cloneFrom: { instanceId: id }, cloneIn };
  }

  it.each(["offline", "cloning"] as const)("gets its tags if its status is %s meanwhile", async (status) => {
    const { stack, cloneFrom, cloneIn } = await setUpSlowSource(status);
    expect(failuresOf(await stack.up(webInstanceFrom({ cloneFrom, tags: ["copied"] })))).toEqual([]);
    expect(cloneIn()).toMatchObject({ status: "running", tags: ["copied"] });
  });

  it.each([
    ["tags", { tags: ["copied"] }, { tags: ["copied"] }],
    ["the backup service", { backupsEnabled: true }, { backups: { enabled: true } }],
  ])("and that stays off is updated meanwhile: %s", async (_, changes, expected) => {
    const { stack, cloneFrom, cloneIn } = await setUpSlowSource("offline");
    const program = (more: object) => webInstanceFrom({ cloneFrom, booted: false, ...more });
    await stack.up(program({}));
    expect(failuresOf(await stack.up(program(changes)))).toEqual([]);
    expect(cloneIn()).toMatchObject({ status: "offline", ...expected });
  });
});
