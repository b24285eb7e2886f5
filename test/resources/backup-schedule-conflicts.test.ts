import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import {
  declareBackedUpInstance,
  emptyInstance,
  enableCallsTo,
  saturday,
  schedulesIn,
} from "./backup-schedules";
import { declareAll } from "./declare-all";
import { failuresOf, instancesIn, stepsOf } from "./programs";

const urnOf = (stack: TestStack, name: string) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? "";

/** A program that declares the backup schedule of instance 1, and five seconds later the instance, without waiting for the schedule. */
function declareScheduleFirst({ clock }: TestStack, instance: PropertyMap): ProgramFunction {
  return async (register) => {
    const weekly = register(declare("BackupSchedule", "weekly", saturday));
    await clock.sleep(5000);
    await Promise.all([weekly, register(declare("Instance", "web", instance))]);
    return {};
  };
}

/** A stack without resources, in an account with an instance. */
async function stackWithInstance(): Promise<TestStack> {
  const stack = new TestStack();
  const { client } = stack.services();
  await stack.clock.run(client.instances.create({ ...emptyInstance, label: "theirs" }));
  await stack.clock.advance(120_000);
  return stack;
}

describe("two backup schedules of one instance", () => {
  it("are refused before the second one changes anything, and leave the state of the first one", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
    const both = declareAll("BackupSchedule", { weekly: saturday, copied: { ...saturday, day: "Monday" } });
    expect(failuresOf(await stack.up(both)).join()).toMatch(
      /instanceId: backup schedule 1 is also managed by urn:.*::(weekly|copied) in this program.*Remove one of the two/,
    );
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
  });

  it("may swap their instances", async () => {
    const stack = new TestStack();
    const program =
      (one: number, other: number): ProgramFunction =>
      async (register) => {
        for (const name of ["a", "b"]) await register(declare("Instance", name, emptyInstance));
        for (const [name, instanceId] of [
          ["one", one],
          ["other", other],
        ] as const)
          await register(declare("BackupSchedule", name, { ...saturday, instanceId }));
        return {};
      };
    for (const isSwapped of [false, true, false])
      expect(failuresOf(await stack.up(isSwapped ? program(2, 1) : program(1, 2)))).toEqual([]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true }, { enabled: true }]);
  });
});

describe("a backup schedule of an instance with `backupsEnabled`", () => {
  it("is accepted with true and without a value", async () => {
    const stack = new TestStack();
    for (const backupsEnabled of [true, undefined, true]) {
      expect(failuresOf(await stack.up(declareBackedUpInstance({}, { backupsEnabled })))).toEqual([]);
      await stack.refresh();
      expect(stepsOf(await stack.up(declareBackedUpInstance({}, { backupsEnabled })))).toEqual([]);
    }
    expect(enableCallsTo(stack)).toHaveLength(0);
  });

  it("is refused with false, before it enables the service", async () => {
    const stack = new TestStack();
    const outcome = await stack.up(declareBackedUpInstance({}, { backupsEnabled: false }));
    expect(failuresOf(outcome).join()).toMatch(/instanceId: instance 1 has `backupsEnabled: false`.*Remove/s);
    expect(enableCallsTo(stack)).toEqual([]);
  });

  it("is refused with false in a preview, and the service stays enabled", async () => {
    const stack = new TestStack();
    await stack.up(declareBackedUpInstance());
    const outcome = await stack.preview(declareBackedUpInstance({}, { backupsEnabled: false }));
    expect(failuresOf(outcome).join()).toMatch(/instance 1 has `backupsEnabled: false`, but/);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true }]);
  });

  it("is refused with false when only the state has the instance of the schedule", async () => {
    const stack = new TestStack();
    await stack.up(declareBackedUpInstance());
    await stack.up(declareBackedUpInstance({ adopt: 1 }));
    const outcome = await stack.up(
      declareBackedUpInstance({ instanceId: undefined }, { backupsEnabled: false }),
    );
    expect(failuresOf(outcome).join()).toMatch(/instance 1 has `backupsEnabled: false`, but/);
  });

  it("keeps the service enabled when it is declared before the instance", async () => {
    const stack = new TestStack();
    await stack.up(declareBackedUpInstance());
    const program: ProgramFunction = async (register) => {
      await register(declare("BackupSchedule", "weekly", saturday));
      await register(declare("Instance", "web", { ...emptyInstance, backupsEnabled: false }));
      return {};
    };
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /backupsEnabled: instance 1 has `backupsEnabled: false`, but/,
    );
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true }]);
  });

  it("is refused with false in a preview that adopts the instance", async () => {
    const stack = await stackWithInstance();
    const outcome = await stack.preview(declareScheduleFirst(stack, { adopt: 1, backupsEnabled: false }));
    expect(failuresOf(outcome).join()).toMatch(/instance 1 has `backupsEnabled: false`, but/);
  });

  it("is in the state if the instance that contradicts it is adopted while the service is being enabled", async () => {
    const stack = await stackWithInstance();
    stack.emulator.control.faults.add({ operation: "backups.enable", effect: { latency: 20_000 } });
    const adopted = { adopt: 1, label: "ours", backupsEnabled: false };
    const outcome = await stack.up(declareScheduleFirst(stack, adopted));
    expect(failuresOf(outcome)).toEqual([expect.stringMatching(/^backupsEnabled: instance 1 has/)]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
    expect(stack.outputs("weekly")).toMatchObject({ instanceId: 1 });
    expect(instancesIn(stack)).toMatchObject([{ label: "theirs" }]);
  });

  it("is cancelled when it is removed in a run that refreshes first, with and without a destroy", async () => {
    for (const isDestroy of [true, false]) {
      const stack = new TestStack();
      await stack.up(declareBackedUpInstance());
      const instanceOnly = declareAll("Instance", { web: emptyInstance });
      const outcome = isDestroy
        ? await stack.destroy({ refreshFirst: true, targets: [urnOf(stack, "weekly")] })
        : await stack.up(instanceOnly, { refreshFirst: true });
      expect(failuresOf(outcome)).toEqual([]);
      expect(schedulesIn(stack)).toMatchObject([{ enabled: false }]);
    }
  });

  it("leaves the service enabled with true, and cancels it with false, when it is no longer declared", async () => {
    for (const enabled of [true, false]) {
      const stack = new TestStack();
      await stack.up(declareBackedUpInstance());
      const instanceOnly = declareAll("Instance", { web: { ...emptyInstance, backupsEnabled: enabled } });
      expect(failuresOf(await stack.up(instanceOnly))).toEqual([]);
      expect(schedulesIn(stack)).toMatchObject([{ enabled }]);
      expect(stepsOf(await stack.up(instanceOnly))).toEqual([]);
    }
  });
});
