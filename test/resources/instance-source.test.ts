import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { declareAll, type Inputs, withoutUndefined } from "./declare-all";
import { failuresOf, instancesIn, smallInstance, webInstance, webInstanceFrom } from "./programs";

const placed = { region: "us-east", type: "g1-nano-1" };
const labeled = { ...placed, label: "mine" };

const instanceIds = (stack: TestStack) => instancesIn(stack).map(({ id }) => id);

/** A stack with the instance `web`, and the id of its backup. */
async function setUpBackup(state: ConstructorParameters<typeof TestStack>[0] = {}) {
  const stack = new TestStack(state);
  await stack.up(webInstance({ label: "mine", backupsEnabled: true }));
  stack.endPlugin();
  await stack.clock.advance(36 * 60 * 60 * 1000);
  const { automatic } = await stack.clock.run(stack.services().client.backups.list({ instanceId: 1 }));
  const [backup] = automatic;
  if (backup === undefined) throw new Error("The instance has no backup.");
  return { stack, backupId: backup.id };
}

async function expectRefused(stack: TestStack, program: ProgramFunction, message: RegExp): Promise<void> {
  const before = instanceIds(stack);
  for (const outcome of [await stack.preview(program), await stack.up(program)])
    expect(failuresOf(outcome)).toEqual([expect.stringMatching(message)]);
  expect(instanceIds(stack)).toEqual(before);
}

describe("a replacement that deletes the old instance first", () => {
  it("is refused if it would clone the old instance", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ label: "mine" }));
    await expectRefused(
      stack,
      webInstanceFrom({ ...labeled, region: "eu-west", cloneFrom: { instanceId: 1 } }),
      /^cloneFrom: the replacement would delete instance 1 before it is cloned\. Nothing was changed\. Leave `label` and `deleteBeforeReplace: true` out, or /,
    );
  });

  /** The instance 1, with the options of its resource, and the program that replaces it with a clone of itself. */
  async function cloningItself(
    inputs: Inputs,
    options: Parameters<typeof declare>[3],
    state: ConstructorParameters<typeof TestStack>[0] = {},
  ) {
    const stack = new TestStack(state);
    const program =
      (more: Inputs): ProgramFunction =>
      async (register) => {
        await register(
          declare("Instance", "web", withoutUndefined({ ...placed, ...inputs, ...more }), options),
        );
        return {};
      };
    await stack.up(program({ booted: false }));
    stack.endPlugin();
    return { stack, moved: program({ region: "eu-west", booted: false, cloneFrom: { instanceId: 1 } }) };
  }

  it("is refused if the resource option `deleteBeforeReplace` says so", async () => {
    // As the class records the option.
    const { stack, moved } = await cloningItself(
      { deleteBeforeReplace: true },
      { deleteBeforeReplace: true },
    );
    await expectRefused(
      stack,
      moved,
      /^cloneFrom: the replacement would delete instance 1 before it is cloned\./,
    );
  });

  it.each([
    ["the embedded engine", {}],
    ["the Pulumi CLI with a state in a folder", { knowsState: false, readsState: true }],
  ])("is refused if it is only requested, under %s", async (_, state) => {
    const { stack, moved } = await cloningItself({ label: "mine" }, { deleteBeforeReplace: true }, state);
    const replace = [stack.store.snapshot.resources.at(-1)!.urn];
    for (const operation of ["preview", "up"] as const) {
      expect(failuresOf(await stack[operation](moved, { replace })).join()).toMatch(
        /cloneFrom: the replacement would delete instance 1 before it is cloned/,
      );
      stack.endPlugin();
    }
    expect(instanceIds(stack)).toEqual([1]);
  });

  it("is not refused if a component keeps the old instance", async () => {
    const { stack, moved } = await cloningItself(
      { label: "mine" },
      { retainOnDelete: true, deleteBeforeReplace: true },
      { knowsState: false, readsState: true },
    );
    const other: ProgramFunction = (register, ...rest) =>
      moved((args) => register({ ...args, inputs: { ...args.inputs, label: "other" } }), ...rest);
    expect(failuresOf(await stack.up(other))).toEqual([]);
    expect(instanceIds(stack)).toEqual([1, 2]);
  });

  it("is refused if it would deploy a backup of the old instance", async () => {
    const { stack, backupId } = await setUpBackup();
    await expectRefused(
      stack,
      webInstanceFrom({ ...labeled, backupId }),
      /^backupId: the replacement would delete instance 1 with its backup \d+ before the backup is deployed\. Nothing was changed\./,
    );
  });

  it.each([
    ["the embedded engine", {}],
    ["the Pulumi CLI with a state in a folder", { knowsState: false, readsState: true }],
    ["the Pulumi CLI with another state, judging by the label", { knowsState: false }],
  ])(
    "is refused if it would deploy a backup of the old instance and is only requested, under %s",
    async (_, state) => {
      const { stack, backupId } = await setUpBackup(state);
      const replace = [stack.store.snapshot.resources.at(-1)!.urn];
      const restored: ProgramFunction = async (register) => {
        const inputs = { ...labeled, backupId };
        await register(declare("Instance", "web", inputs, { deleteBeforeReplace: true }));
        return {};
      };
      for (const operation of ["preview", "up"] as const) {
        const failures = failuresOf(await stack[operation](restored, { replace }));
        expect(failures.join()).toMatch(
          /backupId: the replacement would delete instance 1 with its backup \d+ before the backup is deployed/,
        );
      }
      const { automatic } = await stack.clock.run(stack.services().client.backups.list({ instanceId: 1 }));
      expect(automatic.map(({ id }) => id)).toContain(backupId);
    },
  );

  it("is refused if the service does not say whose backup it would deploy", async () => {
    const { stack, backupId } = await setUpBackup();
    stack.emulator.control.faults.add({ operation: "backups.view", effect: { status: 403 } });
    await expectRefused(
      stack,
      webInstanceFrom({ ...labeled, backupId }),
      /^backupId: could not check whether backup \d+ is one of instance 1, .*backups\.view.*403.*Nothing was changed/,
    );
  });

  it("deploys a backup of another instance", async () => {
    const { stack, backupId } = await setUpBackup();
    const program = (region: string) =>
      declareAll("Instance", {
        web: { ...smallInstance, label: "mine", backupsEnabled: true },
        copy: { ...placed, region, label: "copy", backupId },
      });
    expect(failuresOf(await stack.up(program("us-east")))).toEqual([]);
    expect(failuresOf(await stack.up(program("us-central")))).toEqual([]);
    expect(instanceIds(stack)).toEqual([1, 3]);
  });

  it.each([
    ["no longer exists", 0, /^cloneFrom: there is no instance 1, or the token has no access to it\./],
    ["is being deleted", 300, /^cloneFrom: instance 1 is being deleted\./],
  ])("is refused if the instance to clone %s", async (_, deletingSeconds, message) => {
    const stack = new TestStack({ settings: { deletingSeconds } });
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ ...placed, label: "source", booted: false }));
    await stack.clock.advance(60_000);
    const clone = { ...labeled, booted: false, cloneFrom: { instanceId: 1 } };
    expect(failuresOf(await stack.up(webInstanceFrom(clone)))).toEqual([]);
    await stack.clock.advance(60_000);
    await stack.clock.run(client.instances.delete({ instanceId: 1 }));
    await expectRefused(stack, webInstanceFrom({ ...clone, region: "eu-west" }), message);
  });
});

it("does not refuse an update of a clone whose source no longer exists", async () => {
  const stack = new TestStack();
  await stack.up(declareAll("Instance", { source: { ...smallInstance, label: "source" } }));
  await stack.clock.advance(60_000);
  const clone = { ...labeled, cloneFrom: { instanceId: 1 } };
  await stack.up(webInstanceFrom(clone));
  // Completes the record of the create.
  await stack.up(webInstanceFrom(clone));
  expect(failuresOf(await stack.up(webInstanceFrom({ ...clone, tags: ["kept"] })))).toEqual([]);
  expect(instancesIn(stack)).toMatchObject([{ id: 2, tags: ["kept"] }]);
});

describe("a replacement that creates the new instance first", () => {
  const createFirst = { deleteBeforeReplace: false };
  const relabeled = { ...placed, label: "other", ...createFirst };

  it.each<[string, Inputs, object]>([
    ["has a generated label", placed, {}],
    ["has another label", relabeled, createFirst],
  ])("clones the old instance or deploys its backup if the new one %s", async (_, inputs, options) => {
    for (const isClone of [true, false]) {
      const { stack, backupId } = await setUpBackup();
      const from = isClone ? { cloneFrom: { instanceId: 1 } } : { backupId };
      const outcome = await stack.up(async (register) => {
        await register(declare("Instance", "web", { ...placed, ...inputs, ...from }, options));
        return {};
      });
      expect(failuresOf(outcome)).toEqual([]);
      expect(instanceIds(stack)).toEqual([2]);
    }
  });
});

it("clones an instance that the same run then deletes", async () => {
  const stack = new TestStack();
  const source = { ...smallInstance, label: "source" };
  await stack.up(declareAll("Instance", { source }));
  await stack.clock.advance(60_000);
  expect(failuresOf(await stack.up(webInstanceFrom({ ...labeled, cloneFrom: { instanceId: 1 } })))).toEqual(
    [],
  );
  expect(instanceIds(stack)).toEqual([2]);
});
