import type { CustomResourceOptions } from "@pulumi/pulumi";
import { Instance, type InstanceArgs } from "../../src";
import type { ProgramFunction } from "../../src/engine";
import { testStack } from "../../src/program-testing";
import { type PropertyMap, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import {
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

const labeled: PropertyMap = { ...smallInstance, label: "mine" };
const named =
  (name: string, args = labeled, options = {}): ProgramFunction =>
  async (register) => {
    await register(declare("Instance", name, args, options));
    return {};
  };

/** A stack whose instance `web` is labeled `mine`, after its last run's messages were forgotten. */
async function stackWithWeb(options: ConstructorParameters<typeof TestStack>[0] = {}): Promise<TestStack> {
  const stack = new TestStack(options);
  expect(failuresOf(await stack.up(named("web")))).toEqual([]);
  stack.endPlugin();
  await advanceUntilIdle(stack);
  stack.messages.length = 0;
  return stack;
}

const advice =
  'label: instance 1 has the label "mine", so no other is created unless this run replaces, deletes or relabels it first. If this resource was renamed, set the resource option `aliases`. Otherwise choose another label, or set `adopt: 1` if no other resource or stack manages it.';

describe("The preview of an instance whose label another one has", () => {
  it("announces after a rename without an alias what `up` does, and both name the alias", async () => {
    const stack = await stackWithWeb();
    await stack.preview(named("site"));
    expect(warningsOf(stack)).toEqual([advice]);
    const [failure = ""] = failuresOf(await stack.up(named("site")));
    expect(failure).toMatch(/^label: an instance labeled "mine" already exists \(1\), so none was created\./);
    expect(failure).toContain(" If this resource was renamed, set the resource option `aliases`; ");
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  it("warns of nothing if the rename has an alias, and `up` keeps the instance", async () => {
    const stack = await stackWithWeb();
    const program = named("site", labeled, { aliases: [{ name: "web" }] });
    await stack.preview(program);
    expect(warningsOf(stack)).toEqual([]);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  it.each([
    ["whose plugin knows the state", {}],
    ["whose plugin does not know the state", { knowsState: false }],
    ["whose plugin reads the state of the Pulumi CLI in a folder", { knowsState: false, readsState: true }],
  ])("warns of nothing in a replacement, in a stack %s", async (_, options) => {
    const stack = await stackWithWeb(options);
    const replacement = named("web", { ...labeled, region: "eu-west" });
    await stack.preview(replacement);
    await stack.preview(named("web"), { replace: [stack.store.snapshot.resources.at(-1)!.urn] });
    expect(warningsOf(stack)).toEqual([]);
    expect(failuresOf(await stack.up(replacement))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it.each([
    ["whose plugin knows the state", {}],
    ["whose plugin reads the state of the Pulumi CLI in a folder", { knowsState: false, readsState: true }],
  ])(
    "warns of the instance of a resource that was removed from the state, in a stack %s",
    async (_, options) => {
      const stack = await stackWithWeb(options);
      const resources = stack.store.snapshot.resources.slice(0, -1);
      await stack.store.save({ ...stack.store.snapshot, resources });
      await stack.preview(named("web"));
      expect(warningsOf(stack)).toEqual([advice]);
      expect(failuresOf(await stack.up(named("web")))).toEqual([
        expect.stringMatching(
          /^label: an instance labeled "mine" already exists \(1\), so none was created\./,
        ),
      ]);
    },
  );

  it("warns of nothing in a replacement on a machine that has no record of the create", async () => {
    const stack = await stackWithWeb({ knowsState: false });
    stack.changeMachine();
    await stack.preview(named("web", { ...labeled, region: "eu-west" }));
    expect(warningsOf(stack)).toEqual([]);
  });

  it("warns of nothing if only the state knows that a requested replacement has the label", async () => {
    const stack = await stackWithWeb();
    stack.changeMachine();
    const replace = [stack.store.snapshot.resources.at(-1)!.urn];
    await stack.preview(named("web"), { replace });
    expect(warningsOf(stack)).toEqual([]);
  });

  it("warns of a replacement that `up` refuses, because the replaced instance is retained with its label", async () => {
    const stack = new TestStack();
    const retained = (args: PropertyMap) =>
      named("web", { ...args, retainOnDelete: true }, { retainOnDelete: true, deleteBeforeReplace: false });
    await stack.up(retained(labeled));
    await advanceUntilIdle(stack);
    const moved = { ...labeled, region: "us-west" };
    await stack.preview(retained({ ...moved, label: "other" }));
    await stack.preview(retained({ ...smallInstance, region: "us-west" }));
    await stack.preview(retained({ ...labeled, tags: ["web"] }));
    await stack.preview(named("web", moved));
    expect(warningsOf(stack)).toEqual([]);
    // A replacement ignores no changes.
    for (const refused of [moved, { ...moved, ignoreChanges: ["label"] }]) {
      stack.messages.length = 0;
      await stack.preview(retained(refused));
      stack.endPlugin();
      expect(warningsOf(stack)).toEqual([
        'label: the replacement will be refused, because `retainOnDelete` keeps instance 1, which has the label "mine". Declare another label, or first remove `retainOnDelete` in a separate update.',
      ]);
      expect(failuresOf(await stack.up(retained(refused))).join()).toContain('labeled "mine" already exists');
      stack.endPlugin();
    }
    // As the warning says.
    expect(failuresOf(await stack.up(named("web")))).toEqual([]);
    expect(failuresOf(await stack.up(named("web", moved)))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ region: "us-west", label: "mine" }]);
  });

  it("refuses a replacement that would delete first, if a component keeps the instance, before it deletes anything", async () => {
    const stack = new TestStack({ knowsState: false, readsState: true });
    // The class does not see an option that the resource inherits.
    const inherited = (args: PropertyMap) =>
      named("web", args, { retainOnDelete: true, deleteBeforeReplace: true });
    await stack.up(inherited(labeled));
    await advanceUntilIdle(stack);
    const moved = inherited({ ...labeled, region: "us-west" });
    for (const operation of ["preview", "up"] as const) {
      stack.endPlugin();
      expect(failuresOf(await stack[operation](moved))).toEqual([
        'label: the replacement would be refused, because the state has `retainOnDelete` for instance 1, which has the label "mine". Nothing was changed. First remove `retainOnDelete`, also from its component, in a separate update, or declare another label.',
      ]);
    }
    stack.endPlugin();
    expect(failuresOf(await stack.up(inherited({ ...labeled, tags: ["web"] })))).toEqual([]);
    stack.endPlugin();
    // As the error says.
    expect(failuresOf(await stack.up(named("web", { ...labeled, tags: ["web"] })))).toEqual([]);
    stack.endPlugin();
    expect(failuresOf(await stack.up(named("web", { ...labeled, region: "us-west" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ region: "us-west", label: "mine" }]);
  });

  it.each([
    ["whose plugin knows the state", true],
    ["whose plugin does not know the state", false],
  ])("warns once of a requested replacement that `up` refuses, in a stack %s", async (_, knowsState) => {
    const stack = await stackWithWeb({ knowsState });
    const replace = [stack.store.snapshot.resources.at(-1)!.urn];
    const createFirst = { retainOnDelete: true, deleteBeforeReplace: false };
    const retained = (args: PropertyMap = labeled) =>
      named("web", { ...args, retainOnDelete: true }, createFirst);
    await stack.preview(retained({ ...labeled, label: "other" }), { replace });
    await stack.preview(retained());
    expect(warningsOf(stack)).toEqual([]);
    await stack.preview(retained(), { replace });
    expect(warningsOf(stack)).toEqual([
      'label: the replacement will be refused, because `retainOnDelete` keeps instance 1, which has the label "mine". Declare another label, or first remove `retainOnDelete` in a separate update.',
    ]);
    stack.endPlugin();
    stack.messages.length = 0;
    await stack.preview(named("web", { ...labeled, deleteBeforeReplace: false }, createFirst), { replace });
    expect(warningsOf(stack)).toEqual([
      'label: the replacement will be refused, because `deleteBeforeReplace: false` keeps instance 1, which has the label "mine". Declare another label, or remove that option.',
    ]);
    expect(failuresOf(await stack.up(retained(), { replace })).join()).toContain(
      'labeled "mine" already exists',
    );
  });

  it("warns of a replacement that `up` refuses, because the replaced instance is deleted last", async () => {
    const stack = await testStack();
    const warningsOfPreview = async (args: Partial<InstanceArgs>, options: CustomResourceOptions) => {
      const { messages } = await stack.preview(declareWeb(args, options));
      return messages.filter(({ severity }) => severity === "warning").map(({ text }) => text);
    };
    const createFirst = { deleteBeforeReplace: false };
    await stack.up(declareWeb({ label: "mine" }, createFirst));
    const moved = { label: "mine", region: "us-west" };
    expect(await warningsOfPreview(moved, {})).toEqual([]);
    expect(await warningsOfPreview({ ...moved, label: "other" }, createFirst)).toEqual([]);
    expect(await warningsOfPreview({ label: "mine", tags: ["web"] }, createFirst)).toEqual([]);
    expect(await warningsOfPreview(moved, createFirst)).toEqual([
      'label: the replacement will be refused, because `deleteBeforeReplace: false` keeps instance 1, which has the label "mine". Declare another label, or remove that option.',
    ]);
    await expect(stack.up(declareWeb(moved, createFirst))).rejects.toThrow('labeled "mine" already exists');
    // As the warning says.
    const { steps } = await stack.up(declareWeb(moved, {}));
    expect(steps.map(({ kind }) => kind)).toEqual(["deleteReplaced", "createReplacement"]);
  });

  it("is an error, which loses nothing, if the program removes `retainOnDelete` together with the change", async () => {
    const stack = new TestStack();
    const program =
      (args: PropertyMap, retainOnDelete = false): ProgramFunction =>
      async (register) => {
        const inputs = { ...args, ...(retainOnDelete && { retainOnDelete }) };
        const { instanceId = unknown } = (
          await register(declare("Instance", "web", inputs, { retainOnDelete }))
        ).outputs;
        const schedule = { instanceId, day: "Sunday", window: "W2" };
        await register(declare("BackupSchedule", "nightly", schedule));
        return {};
      };
    await stack.up(program(labeled, true));
    await advanceUntilIdle(stack);
    const before = instancesIn(stack);
    const moved = program({ ...labeled, region: "us-west" });
    const expected =
      "First remove `retainOnDelete`, also from its component, in a separate update, or declare another label.";
    expect(failuresOf(await stack.preview(moved)).join()).toContain(expected);
    expect(failuresOf(await stack.up(moved)).join()).toContain(expected);
    expect(instancesIn(stack)).toEqual(before);
    // As the error says, either way.
    expect(
      failuresOf(await stack.preview(program({ ...labeled, region: "us-west", label: "other" }))),
    ).toEqual([]);
    expect(stepsOf(await stack.up(program(labeled)))).toEqual(["update web"]);
    expect(failuresOf(await stack.up(moved))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ region: "us-west", label: "mine" }]);
  });

  it("warns if another resource in the state has the instance, whatever the plugin knows", async () => {
    for (const knowsState of [true, false]) {
      const stack = await stackWithWeb({ knowsState });
      stack.changeMachine();
      await stack.preview(named("site"));
      expect(warningsOf(stack)).toEqual([advice]);
    }
  });

  it("warns of nothing if the instance was relabeled or is being deleted, or if the label is free or generated", async () => {
    const stack = await stackWithWeb({ settings: { listLagSeconds: 60 } });
    const { client } = stack.services();
    await stack.preview(named("site", { ...smallInstance, label: "other" }));
    await stack.preview(named("site", smallInstance));
    await stack.clock.run(client.instances.update({ instanceId: 1, label: "theirs" }));
    await stack.preview(named("site"));
    await stack.clock.run(client.instances.update({ instanceId: 1, label: "mine" }));
    await stack.clock.run(client.instances.delete({ instanceId: 1 }));
    await stack.preview(named("site"));
    expect(warningsOf(stack)).toEqual([]);
  });

  it("warns of an adoption that sets the label, which `up` refuses, and not of one that ignores it", async () => {
    const stack = await stackWithWeb();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "theirs" }));
    await stack.clock.advance(10_000);
    await stack.preview(named("site", { label: "mine", adopt: 2, ignoreChanges: ["label"] }));
    await stack.preview(named("site", { label: "theirs", adopt: 2 }));
    expect(warningsOf(stack)).toEqual([]);
    const adopting: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", labeled));
      await register(declare("Instance", "site", { label: "mine", adopt: 2 }));
      return {};
    };
    await stack.preview(adopting);
    expect(warningsOf(stack)).toEqual([
      'label: instance 1 has the label "mine", so instance 2 cannot have it unless this run replaces, deletes or relabels it first. Otherwise choose another label.',
    ]);
    expect(failuresOf(await stack.up(adopting)).join()).toContain('label: instance 1 has the label "mine"');
  });

  it("warns of no adoption of an instance that already has the label, which another instance has too", async () => {
    const stack = await stackWithWeb({ settings: { uniqueLabels: false } });
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "mine" }));
    await stack.clock.advance(10_000);
    const adopting: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", labeled));
      await register(declare("Instance", "site", { label: "mine", adopt: 2 }));
      return {};
    };
    await stack.preview(adopting);
    expect(failuresOf(await stack.up(adopting))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ label: "mine" }, { label: "mine" }]);
  });

  it("warns of nothing if the resource adopts the instance, or if its arguments are refused", async () => {
    const stack = await stackWithWeb();
    await stack.preview(named("site", { ...labeled, region: "nowhere" }));
    await stack.preview(named("site", { ...labeled, adopt: 1 }));
    expect(warningsOf(stack)).toEqual([]);
  });

  it("warns of nothing if the instance may be the result of the resource's interrupted create", async () => {
    const stack = new TestStack();
    // Its sixth request is the create, whose response and id nobody receives.
    await stack.up(named("web"), { killPlugin: { request: 6, isCarriedOut: true } });
    await advanceUntilIdle(stack);
    expect(instancesIn(stack)).toMatchObject([{ label: "mine" }]);
    stack.messages.length = 0;
    await stack.preview(named("web"));
    expect(warningsOf(stack)).toEqual([]);
  });

  it("passes if the service does not respond", async () => {
    const stack = await stackWithWeb();
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { status: 503 } });
    expect((await stack.preview(named("site"))).result).toBe("succeeded");
    stack.emulator.control.faults.clear();
    stack.emulator.control.faults.add({ operation: "instances.view", effect: { status: 503 } });
    expect((await stack.preview(named("site"))).result).toBe("succeeded");
    expect(warningsOf(stack)).toEqual([expect.stringContaining("were not compared with the lists")]);
  });

  it("reads one list for all resources of a run, and none without explicit labels", async () => {
    const stack = await stackWithWeb();
    await stack.up(emptyProgram);
    const lists = () =>
      stack.emulator.control.requests().filter(({ operation }) => operation === "instances.list").length;
    const before = lists();
    await stack.preview(async (register) => {
      for (const label of ["one", "two", "three"])
        await register(declare("Instance", label, { ...smallInstance, label }));
      return {};
    });
    expect(lists() - before).toBe(1);
    await stack.preview(webInstance());
    expect(lists() - before).toBe(1);
  });
});

const declareWeb = (args: Partial<InstanceArgs>, options: CustomResourceOptions) => () => {
  new Instance("web", { region: "us-east", type: "g1-nano-1", ...args }, options);
  return {};
};

it("knows from the class whether the replaced instance is retained", async () => {
  const stack = await testStack();
  const warns = async (options: CustomResourceOptions) => {
    const result = await stack.preview(() => {
      new Instance("web", { region: "us-west", type: "g1-nano-1", label: "mine" }, options);
      return {};
    });
    return result.messages.some(({ text }) => text.includes("`retainOnDelete` keeps instance 1"));
  };
  await stack.up(() => {
    new Instance("web", { region: "us-east", type: "g1-nano-1", label: "mine" });
    return {};
  });
  expect(await warns({ retainOnDelete: true })).toBe(true);
  // The state does not retain it yet, so the replacement deletes it first.
  expect(await warns({ retainOnDelete: true, deleteBeforeReplace: true })).toBe(false);
  expect(await warns({ retainOnDelete: false })).toBe(false);
});
