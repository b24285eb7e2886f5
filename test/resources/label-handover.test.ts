import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, smallInstance } from "./programs";

/** A program that declares instances with these labels by name, in this order. */
const labeled =
  (labels: Readonly<Record<string, string>>, others: object = {}): ProgramFunction =>
  async (register) => {
    await Promise.all(
      Object.entries(labels).map(([name, label]) =>
        register(declare("Instance", name, { ...smallInstance, label, booted: false, ...others })),
      ),
    );
    return {};
  };

async function startStack(labels: Readonly<Record<string, string>>): Promise<TestStack> {
  const stack = new TestStack({ settings: { watchdogSeconds: 3600 } });
  expect(failuresOf(await stack.up(labeled(labels)))).toEqual([]);
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

const labelsIn = (stack: TestStack) => instancesIn(stack).map(({ label }) => label);
const countUpdates = (stack: TestStack) => callsTo(stack).filter((call) => call.startsWith("PUT ")).length;

describe("a label that another instance gives up in the same run", () => {
  it.each([
    ["declared first", { successor: "second", owner: "first" }, { successor: "first", owner: "third" }],
    ["declared last", { owner: "first", successor: "second" }, { owner: "third", successor: "first" }],
  ])("is taken by an instance that is %s", async (_, before, after) => {
    const stack = await startStack(before);
    expect(failuresOf(await stack.up(labeled(after)))).toEqual([]);
    expect(labelsIn(stack)).toEqual(expect.arrayContaining(Object.values(after)));
    expect(countUpdates(stack)).toBeLessThanOrEqual(5);
  });

  it("is not taken if its owner comes later, and the error says how to continue", async () => {
    const stack = await startStack({ successor: "second", owner: "first" });
    const after = labeled({ successor: "first", owner: "third" });
    const [failure = "", ...others] = failuresOf(await stack.up(after, { parallel: 1 }));
    const owner = instancesIn(stack).find(({ label }) => label === "first")?.id;
    expect(others).toEqual([]);
    expect(failure).toContain(`: label: instance ${owner} has the label "first". `);
    expect(failure).toContain("--target");
    expect(labelsIn(stack)).toEqual(expect.arrayContaining(["first", "second"]));
    const targets = ["urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::owner"];
    expect(failuresOf(await stack.up(after, { targets }))).toEqual([]);
    expect(failuresOf(await stack.up(after))).toEqual([]);
    expect(labelsIn(stack)).toEqual(expect.arrayContaining(["first", "third"]));
  });
});

it("two instances that exchange their labels name each other", async () => {
  const stack = await startStack({ one: "first", two: "second" });
  const failures = failuresOf(await stack.up(labeled({ one: "second", two: "first" })));
  expect(failures.join()).toMatch(/label: instance \d+ has the label "(first|second)"/);
  expect(failures.join()).toContain("exchange");
  expect(countUpdates(stack)).toBeLessThan(20);
});

it("an update that ends before a label is free names the instance that has it", async () => {
  const stack = await startStack({ one: "first", two: "second" });
  const taking = labeled({ one: "first", two: "first" }, { timeouts: { update: "8s" } });
  expect(failuresOf(await stack.up(taking)).join()).toMatch(/label: instance [12] has the label "first"/);
});

it("a label that the instance has itself fails with the service's reason if it is rejected", async () => {
  const stack = await startStack({ web: "first" });
  const body = { errors: [{ field: "label", reason: "is reserved" }] };
  stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 400, body } });
  const failures = failuresOf(await stack.up(labeled({ web: "first" }, { group: "shop" })));
  expect(failures.join()).toContain("is reserved");
});

it("a label that no instance has fails within seconds if the service rejects it", async () => {
  const stack = await startStack({ web: "first" });
  const body = { errors: [{ field: "label", reason: "is reserved" }] };
  stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 400, body } });
  const before = stack.clock.now();
  expect(failuresOf(await stack.up(labeled({ web: "other" }))).join()).toContain("is reserved");
  expect(countUpdates(stack)).toBe(2);
  expect(stack.clock.now() - before).toBeLessThan(10_000);
});

it("an update without a declared label is sent again if the service rejects the label that the instance has", async () => {
  const stack = new TestStack();
  const { instances } = stack.services().client;
  const existing = { region: "us-east", type: "g1-nano-1", label: "first", booted: false };
  await stack.clock.run(instances.create(existing));
  await stack.clock.advance(120_000);
  const body = { errors: [{ field: "label", reason: "is reserved" }] };
  stack.emulator.control.faults.add({ operation: "instances.update", nth: 1, effect: { status: 400, body } });
  const adopting: ProgramFunction = async (register) => {
    await register(declare("Instance", "web", { adopt: 1, group: "shop" }));
    return {};
  };
  expect(failuresOf(await stack.up(adopting))).toEqual([]);
  expect(instancesIn(stack)).toMatchObject([{ label: "first", group: "shop" }]);
  expect(countUpdates(stack)).toBe(2);
});
