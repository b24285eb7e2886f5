import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { emptyProgram, failuresOf, instancesIn, smallInstance, stepsOf } from "./programs";

/** A service that frees the label of a deleted instance only after this time. */
const startStack = (labelFreedSeconds: number) => new TestStack({ settings: { labelFreedSeconds } });

/** An instance with the label `mine`, which a replacement deletes first. */
const mine =
  (inputs: object = {}): ProgramFunction =>
  async (register) => {
    const declared = { ...smallInstance, label: "mine", ...inputs };
    await register(declare("Instance", "web", declared, { deleteBeforeReplace: true }));
    return {};
  };

const createTimesIn = (stack: TestStack) =>
  stack.emulator.control
    .requests()
    .flatMap(({ operation, time }) => (operation === "instances.create" ? [Date.parse(time)] : []));

async function startWithMine(labelFreedSeconds: number): Promise<TestStack> {
  const stack = startStack(labelFreedSeconds);
  expect(failuresOf(await stack.up(mine()))).toEqual([]);
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

const labelsIn = (stack: TestStack) => instancesIn(stack).map(({ label, type }) => `${label} ${type}`);

describe("a label that a service frees some time after it deleted the instance", () => {
  it("is waited for by a replacement that deletes first", async () => {
    const stack = await startWithMine(50);
    const outcome = await stack.up(mine({ type: "g1-standard-1" }));
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([
      [],
      ["deleteReplaced web", "createReplacement web"],
    ]);
    expect(labelsIn(stack)).toEqual(["mine g1-standard-1"]);
    expect(createTimesIn(stack).length).toBeGreaterThan(3);
    expect(createTimesIn(stack).length).toBeLessThan(20);
  });

  it("is waited for by a replacement that clones another instance", async () => {
    const stack = await startWithMine(20);
    const { client } = stack.services();
    const source = await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    await stack.clock.advance(60_000);
    const clone = { cloneFrom: { instanceId: source.id }, label: "mine", booted: false };
    const cloning: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", clone, { deleteBeforeReplace: true }));
      return {};
    };
    const outcome = await stack.up(cloning);
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([
      [],
      ["deleteReplaced web", "createReplacement web"],
    ]);
    expect(instancesIn(stack)).toMatchObject([{ id: source.id }, { label: "mine" }]);
  });

  it("is waited for by a create that found the instance being deleted", async () => {
    const stack = startStack(20);
    const { client } = stack.services();
    const empty = { region: "us-east", type: "g1-nano-1", label: "mine" };
    const { id: instanceId } = await stack.clock.run(client.instances.create(empty));
    await stack.clock.advance(60_000);
    await stack.clock.run(client.instances.delete({ instanceId }));
    expect(instancesIn(stack)).toMatchObject([{ status: "deleting" }]);
    expect(failuresOf(await stack.up(mine({ type: "g1-standard-1" })))).toEqual([]);
    expect(labelsIn(stack)).toEqual(["mine g1-standard-1"]);
  });

  it("is waited for no longer than a minute, nor beyond the deadline", async () => {
    for (const [timeout, max] of [
      ["20m", 60_000],
      ["30s", 30_000],
    ] as const) {
      const stack = await startWithMine(600);
      const outcome = await stack.up(mine({ type: "g1-standard-1", timeouts: { create: timeout } }));
      expect(failuresOf(outcome).join()).toMatch(/Label must be unique/);
      const times = createTimesIn(stack);
      const waited = Math.max(...times) - Math.min(...times);
      expect(waited).toBeGreaterThan(max - 10_000);
      expect(waited).toBeLessThanOrEqual(max);
    }
  });
});

describe("a create after a delete", () => {
  it("fails immediately if the service rejects anything but the label", async () => {
    const stack = await startWithMine(0);
    stack.emulator.control.faults.add({
      operation: "instances.create",
      effect: { status: 400, body: { errors: [{ field: "type", reason: "There is no such type." }] } },
    });
    expect(failuresOf(await stack.up(mine({ type: "g1-standard-1" }))).join()).toMatch(/no such type/);
    expect(createTimesIn(stack)).toHaveLength(1);
  });

  /** The next create returns this status and an error for its label. */
  const rejectLabelOnce = (stack: TestStack, status: number) =>
    stack.emulator.control.faults.add({
      ...{ operation: "instances.create", count: 1 },
      effect: { status, body: { errors: [{ field: "label", reason: "The label is locked." }] } },
    });

  it("is searched for, then sent again, if a 500 response leaves its result open", async () => {
    const stack = await startWithMine(0);
    rejectLabelOnce(stack, 500);
    expect(failuresOf(await stack.up(mine({ type: "g1-standard-1" })))).toEqual([]);
    const times = createTimesIn(stack);
    expect(times).toHaveLength(2);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(70_000);
  });

  it("is searched for, and not sent again, if a 200 response with errors leaves its result open", async () => {
    const stack = await startWithMine(0);
    rejectLabelOnce(stack, 200);
    expect(failuresOf(await stack.up(mine({ type: "g1-standard-1" }))).join()).toMatch(
      /The label is locked\. No list contained the instance for 1m15s, so it was probably not created/,
    );
    expect(createTimesIn(stack)).toHaveLength(1);
  });

  it("fails immediately if no instance that this run deleted had the taken label", async () => {
    const stack = await startWithMine(20);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(failuresOf(await stack.up(mine())).join()).toMatch(/Label must be unique/);
    expect(createTimesIn(stack)).toHaveLength(1);
  });
});
