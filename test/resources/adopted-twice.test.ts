import type { ProgramFunction } from "../../src/engine";
import { resourceTypes } from "../../src/resources/resource-types";
import { declare, TestStack } from "../../src/testing";
import { emptyInstance, saturday } from "./backup-schedules";
import { declareAll } from "./declare-all";
import { callsTo, emptyProgram, failuresOf, instancesIn } from "./programs";

const urnOf = (name: string, type = "Instance") =>
  `urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:${type}::${name}`;
const namesIn = (stack: TestStack) =>
  stack.store.snapshot.resources
    .flatMap(({ urn, type }) => (type.startsWith("pulumi:") ? [] : [urn.split("::").at(-1)]))
    .sort();

const before: ProgramFunction = async (register) => {
  await register(declare("Instance", "old", emptyInstance));
  return {};
};

/** The same instance under another name. */
const after: ProgramFunction = async (register) => {
  await register(declare("Instance", "next", { ...emptyInstance, adopt: 1 }));
  return {};
};

/** A stack whose state has the instance 1 as `old` and as `next`. */
async function adoptTwice(stack = new TestStack({ knowsState: false })): Promise<TestStack> {
  await stack.up(before);
  stack.endPlugin();
  expect(failuresOf(await stack.up(after, { targets: [urnOf("next")] }))).toEqual([]);
  expect(namesIn(stack)).toEqual(["next", "old"]);
  return stack;
}

describe("an instance that another resource in the stack has adopted", () => {
  it.each([
    ["up", (stack: TestStack) => stack.up(after, { targets: [urnOf("old")] })],
    ["destroy", (stack: TestStack) => stack.destroy({ targets: [urnOf("old")] })],
    ["destroy", (stack: TestStack) => stack.destroy({ excludes: [urnOf("next")] })],
  ])("is not deleted by %s that is limited to the old resource", async (_, run) => {
    const stack = await adoptTwice();
    await stack.clock.advance(29 * 86_400_000);
    expect(failuresOf(await run(stack)).join()).toMatch(
      /instance 1 was not deleted: .*::next adopted it\..*`nodecloud state delete`/,
    );
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect(namesIn(stack)).toEqual(["next", "old"]);
  });

  it("is not deleted with the old resource after an adoption that did not finish", async () => {
    const stack = new TestStack({ knowsState: false });
    await stack.up(before);
    stack.endPlugin();
    stack.emulator.control.faults.add({ operation: "backups.enable", effect: { status: 403 } });
    const changed = declareAll("Instance", { next: { adopt: 1, group: "dev", backupsEnabled: true } });
    expect(failuresOf(await stack.up(changed, { targets: [urnOf("next")] }))).toHaveLength(1);
    expect(namesIn(stack)).toEqual(["next", "old"]);
    expect(failuresOf(await stack.destroy({ targets: [urnOf("old")] })).join()).toMatch(
      /::next adopted it\./,
    );
  });

  it("is not deleted with the old resource, which leaves the state, if the plugin knows the state", async () => {
    const stack = await adoptTwice(new TestStack());
    stack.changeMachine();
    expect(failuresOf(await stack.destroy({ targets: [urnOf("old")] }))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect(namesIn(stack)).toEqual(["next"]);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it("is not deleted with the old resource after the other one was renamed", async () => {
    const stack = await adoptTwice(new TestStack());
    const renamed: ProgramFunction = async (register) => {
      const aliases = [{ urn: urnOf("next") }];
      await register(declare("Instance", "store", { ...emptyInstance, adopt: 1 }, { aliases }));
      return {};
    };
    expect(failuresOf(await stack.up(renamed, { targets: [urnOf("store")] }))).toEqual([]);
    await stack.destroy({ targets: [urnOf("old")] });
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  it("is deleted with the resource that adopted it", async () => {
    const stack = await adoptTwice();
    await stack.destroy();
    expect(instancesIn(stack)).toEqual([]);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(namesIn(stack)).toEqual([]);
  });

  it("leaves the state with the old resource after somebody has deleted it", async () => {
    const stack = await adoptTwice();
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.destroy({ targets: [urnOf("old")] }))).toEqual([]);
    expect(namesIn(stack)).toEqual(["next"]);
  });

  it("is deleted with the old resource once that manages it again", async () => {
    const stack = await adoptTwice();
    expect(failuresOf(await stack.up(before))).toEqual([]);
    expect(namesIn(stack)).toEqual(["old"]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });

  it("is not deleted after a requested replacement adopted it again", async () => {
    const stack = await adoptTwice();
    const targets = [urnOf("next")];
    expect(failuresOf(await stack.up(after, { targets, replace: targets }))).toEqual([]);
    await stack.destroy({ targets: [urnOf("old")] });
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  // `pulumi up --continue-on-error` deletes resources after a create has failed.
  it.each([
    ["Instance", emptyInstance, { ...emptyInstance, region: "eu-west", adopt: 1 }, /region is "us-east"/],
    ["BackupSchedule", saturday, { ...saturday, window: "W12" }, /was not changed/],
  ] as const)(
    "stays in the state if the resource that takes it over fails: %s",
    async (type, inputs, next, message) => {
      const stack = new TestStack();
      const program: ProgramFunction = async (register) => {
        await register(declare("Instance", "web", emptyInstance));
        if (type === "BackupSchedule") await register(declare(type, "old", inputs));
        return {};
      };
      expect(failuresOf(await stack.up(program))).toEqual([]);
      stack.endPlugin();
      stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
      const lifecycle = resourceTypes[type].lifecycle(stack.services());
      const origin = { project: "project", stack: "dev", type, name: "next" };
      const checked = await stack.clock.run(lifecycle.check({}, { ...next, origin }));
      await expect(stack.clock.run(lifecycle.create(checked.inputs))).rejects.toThrow(message);
      const old = { ...stack.outputs(type === "Instance" ? "web" : "old") };
      await expect(stack.clock.run(lifecycle.delete("1", old))).rejects.toThrow(
        /1 stays in the state, because the resource that takes it over failed in this run/,
      );
      stack.emulator.control.faults.clear();
      if (type === "BackupSchedule") {
        // A hook may let the engine try again.
        await stack.clock.run(lifecycle.create(checked.inputs));
        await stack.clock.run(lifecycle.delete("1", old));
      }
      expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    },
  );

  it("is deleted if the resource that adopted it belongs to another stack", async () => {
    const stack = new TestStack();
    await stack.up(before);
    const other = new TestStack({ beside: stack, backend: "elsewhere" });
    await other.up(after);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("a backup schedule that another resource in the stack also has", () => {
  const schedule =
    (name: string): ProgramFunction =>
    async (register) => {
      await register(declare("BackupSchedule", name, saturday));
      return {};
    };
  const cancels = (stack: TestStack) => callsTo(stack).filter((call) => call.endsWith("/cancel"));

  it("is not cancelled by a run that is limited to the old one, but by a full run", async () => {
    const stack = new TestStack();
    await stack.clock.run(stack.services().client.instances.create({ ...emptyInstance, label: "theirs" }));
    await stack.clock.advance(120_000);
    expect(failuresOf(await stack.up(schedule("old")))).toEqual([]);
    await stack.clock.advance(1000);
    const [old, next] = [urnOf("old", "BackupSchedule"), urnOf("next", "BackupSchedule")];
    expect(failuresOf(await stack.up(schedule("next"), { targets: [next] }))).toEqual([]);
    expect(failuresOf(await stack.up(schedule("next"), { targets: [old] }))).toEqual([]);
    expect(namesIn(stack)).toEqual(["next"]);
    expect(cancels(stack)).toEqual([]);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(cancels(stack)).toHaveLength(1);
  });
});

it("is not deleted with one of its resources if the engine reports that one with another provider manages it", async () => {
  const stack = new TestStack();
  await stack.up(before);
  const { resources, ...rest } = stack.store.snapshot;
  const marked = resources.map((state) => {
    return { ...state, outputs: { ...state.outputs, managedWithOtherProvider: true } };
  });
  await stack.store.save({ ...rest, resources: marked });
  expect(failuresOf(await stack.destroy())).toEqual([]);
  expect(stack.store.snapshot.resources).toEqual([]);
  expect(stack.emulator.control.world().instances).toHaveLength(1);
  expect(stack.messages.at(-1)?.message).toMatch(/is managed by a resource with another provider too/);
});
