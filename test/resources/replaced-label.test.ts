import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { saturday, schedulesIn } from "./backup-schedules";
import { callsTo, failuresOf, instancesIn, smallInstance, warningsOf } from "./programs";

/** A program that declares instances with these arguments and labels, which a replacement deletes first, as the class says. */
function labeledInstances(resources: Readonly<Record<string, PropertyMap>>): ProgramFunction {
  return async (register) => {
    await Promise.all(
      Object.entries(resources).map(([name, inputs]) =>
        register(declare("Instance", name, { ...smallInstance, ...inputs }, { deleteBeforeReplace: true })),
      ),
    );
    return {};
  };
}

const labelsIn = (stack: TestStack) =>
  Object.fromEntries(instancesIn(stack).map(({ id, label }) => [id, label]));

/** A stack with the instance 2, labeled `mine`, in an account with the instance 1, labeled `taken`, that no stack manages. */
async function besideTaken(
  state: ConstructorParameters<typeof TestStack>[0],
  program = labeledInstances({ web: { label: "mine" } }),
): Promise<TestStack> {
  const stack = new TestStack(state);
  const { client } = stack.services();
  await stack.clock.run(
    client.instances.create({ region: "us-east", type: "g1-nano-1", label: "taken", booted: false }),
  );
  await stack.up(program);
  stack.endPlugin();
  await stack.clock.advance(120_000);
  return stack;
}

const refusal =
  /^label: instance 1 has the label "taken", so the create of the replacement would be refused\. Instance 2 was not deleted\. Declare another label, or first delete or relabel instance 1\.$/;

describe("a replacement with a label that an instance of somebody else has", () => {
  const next = labeledInstances({ web: { label: "taken", region: "eu-west" } });

  it("is refused in a preview and in an `up`, before the old instance is deleted", async () => {
    const stack = await besideTaken({});
    for (const operation of ["preview", "up"] as const)
      expect(failuresOf(await stack[operation](next))).toEqual([expect.stringMatching(refusal)]);
    expect(labelsIn(stack)).toEqual({ 1: "taken", 2: "mine" });
  });

  it("is refused under the Pulumi CLI, whose preview warns", async () => {
    const stack = await besideTaken({ knowsState: false });
    expect(failuresOf(await stack.preview(next))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/^label: instance 1 has the label "taken", so no other is created unless /),
    ]);
    expect(failuresOf(await stack.up(next))).toEqual([expect.stringMatching(refusal)]);
    expect(labelsIn(stack)).toEqual({ 1: "taken", 2: "mine" });
  });

  it("is refused if it is only requested", async () => {
    const stack = await besideTaken({});
    const replace = [stack.store.snapshot.resources.at(-1)!.urn];
    const outcome = await stack.up(labeledInstances({ web: { label: "taken" } }), { replace });
    expect(failuresOf(outcome)).toEqual([expect.stringMatching(refusal)]);
    expect(labelsIn(stack)).toEqual({ 1: "taken", 2: "mine" });
  });

  it("is refused under the Pulumi CLI together with one that needs the label of the refused one", async () => {
    const stack = await besideTaken({ knowsState: false });
    await stack.up(labeledInstances({ web: { label: "mine" }, app: { label: "other" } }));
    stack.endPlugin();
    await stack.clock.advance(120_000);
    const both = labeledInstances({
      web: { label: "taken", region: "eu-west" },
      app: { label: "mine", region: "eu-west" },
    });
    const failures = failuresOf(await stack.up(both));
    expect(failures.filter((failure) => refusal.test(failure))).toHaveLength(1);
    expect(failures.join("\n")).toContain('label: instance 2 has the label "mine", so the create');
    expect(labelsIn(stack)).toEqual({ 1: "taken", 2: "mine", 3: "other" });
  });

  it("is carried out once that instance has another label", async () => {
    const stack = await besideTaken({});
    await stack.clock.run(stack.services().client.instances.update({ instanceId: 1, label: "free" }));
    expect(failuresOf(await stack.up(next))).toEqual([]);
    expect(labelsIn(stack)).toEqual({ 1: "free", 3: "taken" });
  });
});

it.each([
  ["the embedded engine", {}],
  ["the Pulumi CLI", { knowsState: false }],
])(
  "under %s, keeps the backups and the clones of an instance whose replacement is refused because of its label",
  async (_, state) => {
    const programWith = (inputs: PropertyMap): ProgramFunction => {
      return async (register) => {
        const options = { deleteBeforeReplace: true };
        const web = await register(declare("Instance", "web", { ...smallInstance, ...inputs }, options));
        const { instanceId = unknown } = web.outputs;
        const schedule = declare("BackupSchedule", "daily", { ...saturday, instanceId });
        const clone = declare("Instance", "clone", { cloneFrom: { instanceId }, label: "copy" }, options);
        await Promise.all([
          register({ ...schedule, propertyDependencies: { instanceId: [web.urn] } }),
          register({ ...clone, propertyDependencies: { cloneFrom: [web.urn] } }),
        ]);
        return {};
      };
    };
    const stack = await besideTaken(state, programWith({ label: "mine" }));
    const outcome = await stack.up(programWith({ label: "taken", region: "eu-west" }));
    expect(failuresOf(outcome).length).toBeGreaterThan(0);
    for (const failure of failuresOf(outcome)) expect(failure).toMatch(refusal);
    expect(labelsIn(stack)).toEqual({ 1: "taken", 2: "mine", 3: "copy" });
    expect(schedulesIn(stack)[1]).toMatchObject({ enabled: true, day: "Saturday" });
    expect(callsTo(stack).filter((call) => call.endsWith("/cancel"))).toEqual([]);
    stack.endPlugin();
    expect(failuresOf(await stack.up(programWith({ label: "third", region: "eu-west" })))).toEqual([]);
    expect(labelsIn(stack)).toEqual({ 1: "taken", 4: "third", 5: "copy" });
  },
);

describe.each([
  ["the embedded engine", {}],
  ["the Pulumi CLI", { knowsState: false }],
])("under %s, a replacement with a label of another instance of the stack", (_, state) => {
  async function twoInstances(): Promise<TestStack> {
    const stack = new TestStack(state);
    await stack.up(labeledInstances({ first: { label: "one" }, second: { label: "two" } }));
    stack.endPlugin();
    return stack;
  }

  it("waits until the run has given that one another label", async () => {
    const stack = await twoInstances();
    const next = { first: { label: "two", region: "eu-west" }, second: { label: "three" } };
    expect(failuresOf(await stack.up(labeledInstances(next)))).toEqual([]);
    expect(Object.values(labelsIn(stack)).sort()).toEqual(["three", "two"]);
  });

  it("is carried out if both are replaced and exchange their labels", async () => {
    const stack = await twoInstances();
    const next = {
      first: { label: "two", region: "eu-west" },
      second: { label: "one", region: "eu-west" },
    };
    expect(failuresOf(await stack.up(labeledInstances(next)))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
    expect(Object.values(labelsIn(stack)).sort()).toEqual(["one", "two"]);
    expect(instancesIn(stack).map(({ region }) => region)).toEqual(["eu-west", "eu-west"]);
  });

  it("is carried out in a chain of replacements whose last label becomes free", async () => {
    const stack = new TestStack(state);
    await stack.up(
      labeledInstances({ first: { label: "one" }, second: { label: "two" }, third: { label: "three" } }),
    );
    stack.endPlugin();
    const next = {
      first: { label: "two", region: "eu-west" },
      second: { label: "three", region: "eu-west" },
      third: { label: "four" },
    };
    expect(failuresOf(await stack.up(labeledInstances(next)))).toEqual([]);
    expect(Object.values(labelsIn(stack)).sort()).toEqual(["four", "three", "two"]);
  });

  it("is carried out if three instances exchange their labels", async () => {
    const stack = new TestStack(state);
    await stack.up(
      labeledInstances({ first: { label: "one" }, second: { label: "two" }, third: { label: "three" } }),
    );
    stack.endPlugin();
    const next = {
      first: { label: "two", region: "eu-west" },
      second: { label: "three", region: "eu-west" },
      third: { label: "one", region: "eu-west" },
    };
    expect(failuresOf(await stack.up(labeledInstances(next)))).toEqual([]);
    expect(Object.values(labelsIn(stack)).sort()).toEqual(["one", "three", "two"]);
    expect(instancesIn(stack).map(({ region }) => region)).toEqual(["eu-west", "eu-west", "eu-west"]);
  });
});
