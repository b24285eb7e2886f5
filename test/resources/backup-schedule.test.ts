import { TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import {
  declareBackedUpInstance,
  emptyInstance,
  enableCallsTo,
  saturday,
  schedulesIn,
} from "./backup-schedules";
import { declareAll, type Inputs } from "./declare-all";
import { callsTo, emptyProgram, failuresOf, instancesIn, stepsOf } from "./programs";

/** A program that declares only the schedule of an existing instance. */
const declareSchedule = (inputs: Inputs = {}) =>
  declareAll("BackupSchedule", { weekly: { ...saturday, ...inputs } });

const changeCallsTo = (stack: TestStack) => callsTo(stack).filter((call) => !call.startsWith("GET"));

/** A stack whose service has an instance, id 1, that no state manages. */
async function startWithInstance(settings = {}) {
  const stack = new TestStack({ settings });
  await stack.clock.run(
    stack
      .services()
      .client.instances.create({ ...emptyInstance, label: "theirs", tags: ["a-tag"], group: "g" }),
  );
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

/** As `startWithInstance`, with a schedule that the stack manages. */
async function startWithSchedule(inputs: Inputs = {}, settings = {}) {
  const stack = await startWithInstance(settings);
  expect(failuresOf(await stack.up(declareSchedule(inputs)))).toEqual([]);
  stack.emulator.control.forgetRequests();
  return stack;
}

describe("creating a backup schedule", () => {
  it("enables the service and sets day and window, and a second up sends nothing", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 1, enabled: true, day: "Saturday", window: "W10" }]);
    expect(stack.outputs("weekly")).toMatchObject({
      instanceId: 1,
      enabled: true,
      day: "Saturday",
      window: "W10",
      lastSuccessful: null,
    });
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("changes nothing else of an instance whose service is enabled", async () => {
    const stack = await startWithInstance({ putOmitted: "replace" });
    await stack.clock.run(stack.services().client.backups.enable({ instanceId: 1 }));
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(declareSchedule()))).toEqual([]);
    expect(changeCallsTo(stack)).toEqual(["PUT /v4/node/instances/1"]);
    expect(instancesIn(stack)).toMatchObject([{ label: "theirs", tags: ["a-tag"], group: "g" }]);
  });

  it("outputs the time of the last successful backup", async () => {
    const stack = await startWithSchedule();
    await stack.clock.advance(8 * 24 * 3_600_000);
    await stack.refresh();
    expect(stack.outputs("weekly")?.lastSuccessful).toMatch(/^2022-03-\d\dT/);
    expect(stepsOf(await stack.up(declareSchedule()))).toEqual([]);
  });

  it("fails for an instance that does not exist and changes nothing", async () => {
    const stack = await startWithInstance();
    const outcome = await stack.up(declareSchedule({ instanceId: 77 }));
    expect(failuresOf(outcome).join()).toMatch(/instanceId: there is no instance 77, so no backup service/);
    expect(stack.outputs("weekly")).toBeUndefined();
    expect(changeCallsTo(stack)).toEqual([]);
  });

  it("is completed by the next up if only the service was enabled, even after a refresh", async () => {
    for (const refresh of [false, true]) {
      const stack = await startWithInstance();
      stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
      expect(failuresOf(await stack.up(declareSchedule())).join()).toMatch(/Remaining steps: schedule/);
      stack.emulator.control.faults.clear();
      if (refresh) await stack.refresh();
      expect(stepsOf(await stack.up(declareSchedule()))).toEqual(["update weekly"]);
      expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
      expect(enableCallsTo(stack)).toHaveLength(1);
    }
  });

  it("reports a window that the service rejects, and succeeds with a valid one", async () => {
    const stack = await startWithInstance();
    const outcome = await stack.up(declareSchedule({ window: "midnight" }));
    expect(failuresOf(outcome).join()).toMatch(/backups\.schedule\.window must be one of W0/);
    expect(failuresOf(await stack.up(declareSchedule()))).toEqual([]);
  });
});

describe("changing a backup schedule", () => {
  it("sets day and window in place", async () => {
    const stack = await startWithSchedule();
    expect(stepsOf(await stack.up(declareSchedule({ day: "Monday", window: "W2" })))).toEqual([
      "update weekly",
    ]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Monday", window: "W2" }]);
    expect(changeCallsTo(stack)).toEqual(["PUT /v4/node/instances/1"]);
  });

  it("records another `onDelete` and other timeouts without a request", async () => {
    const stack = await startWithSchedule();
    for (const more of [{ onDelete: "keep" }, { timeouts: { delete: "1h" } }])
      expect(stepsOf(await stack.up(declareSchedule(more)))).toEqual(["update weekly"]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("replaces it together with its instance, and previews that", async () => {
    const stack = new TestStack();
    await stack.up(declareBackedUpInstance());
    const changed = declareBackedUpInstance({}, { type: "g1-standard-1" });
    expect(stepsOf(await stack.preview(changed))).toEqual(
      expect.arrayContaining(["createReplacement web", "createReplacement weekly"]),
    );
    expect(failuresOf(await stack.up(changed))).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 2, enabled: true, day: "Saturday", window: "W10" }]);
    expect(stack.outputs("weekly")).toMatchObject({ instanceId: 2 });
  });

  it("creates it again for an instance that is deleted before its replacement is created", async () => {
    const stack = new TestStack();
    await stack.up(declareBackedUpInstance({}, { label: "mine" }));
    expect(
      failuresOf(await stack.up(declareBackedUpInstance({}, { label: "mine", type: "g1-standard-1" }))),
    ).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 2, enabled: true, day: "Saturday", window: "W10" }]);
  });

  it("replaces it for another instance, and cancels the service of the first one", async () => {
    const stack = await startWithSchedule();
    await stack.clock.run(stack.services().client.instances.create({ ...emptyInstance, label: "second" }));
    await stack.clock.advance(60_000);
    expect(stepsOf(await stack.up(declareSchedule({ instanceId: 2 })))).toEqual([
      "createReplacement weekly",
      "deleteReplaced weekly",
    ]);
    expect(schedulesIn(stack)).toMatchObject([
      { id: 1, enabled: false },
      { id: 2, enabled: true },
    ]);
  });
});

describe("an external change to a backup schedule", () => {
  const changeSchedule = (stack: TestStack, schedule: { day?: string; window?: string }) =>
    stack.clock.run(stack.services().client.instances.update({ instanceId: 1, backups: { schedule } }));

  it("is not reported after an up alone", async () => {
    const stack = await startWithSchedule();
    await stack.refresh();
    expect(stepsOf(await stack.up(declareSchedule()))).toEqual([]);
  });

  it.each([{ day: "Monday" }, { window: "W2" }])(
    "to %j appears in the outputs after a refresh, and up undoes it",
    async (patch) => {
      const stack = await startWithSchedule();
      await changeSchedule(stack, patch);
      await stack.refresh();
      expect(stack.outputs("weekly")).toMatchObject(patch);
      expect(stepsOf(await stack.up(declareSchedule()))).toEqual(["update weekly"]);
      expect(schedulesIn(stack)).toMatchObject([{ day: "Saturday", window: "W10" }]);
      expect(stepsOf(await stack.up(declareSchedule()))).toEqual([]);
    },
  );

  it("that cancels the service is undone by up", async () => {
    const stack = await startWithSchedule({}, { enableAfterCancel: "allowed" });
    await stack.clock.run(stack.services().client.backups.cancel({ instanceId: 1 }));
    await stack.refresh();
    expect(stack.outputs("weekly")).toMatchObject({ enabled: false, day: null });
    expect(stepsOf(await stack.up(declareSchedule()))).toEqual(["update weekly"]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday", window: "W10" }]);
  });

  it("that cancels the service is reported while the service cannot be enabled, and undone a day later", async () => {
    const stack = await startWithSchedule();
    await stack.clock.run(stack.services().client.backups.cancel({ instanceId: 1 }));
    await stack.refresh();
    expect(failuresOf(await stack.up(declareSchedule())).join()).toMatch(
      /24 hours after backups were cancelled, a service may reject requests/,
    );
    await stack.clock.advance(25 * 3_600_000);
    expect(failuresOf(await stack.up(declareSchedule()))).toEqual([]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
  });

  it("that deletes the instance removes the schedule from the state at the next refresh", async () => {
    const stack = await startWithSchedule();
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.refresh();
    expect(stack.outputs("weekly")).toBeUndefined();
    expect(failuresOf(await stack.up(declareSchedule())).join()).toMatch(
      /there is no instance 1, .* If the stack has the instance, run `pulumi up` without `--target`, or `pulumi refresh` first\.$/,
    );
  });

  it("takes at most 10 calls to detect among 200 schedules", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const { client } = stack.services();
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    for (const id of ids)
      await stack.clock.run(client.instances.create({ ...emptyInstance, label: `empty-${id}` }));
    const program = declareAll(
      "BackupSchedule",
      Object.fromEntries(ids.map((id) => [`weekly-${id}`, { ...saturday, instanceId: id }])),
    );
    expect(failuresOf(await stack.up(program, { parallel: 64 }))).toEqual([]);
    await advanceUntilIdle(stack);
    stack.emulator.control.forgetRequests();
    expect((await stack.refresh({ parallel: 8 })).result).toBe("succeeded");
    expect(callsTo(stack).length).toBeLessThanOrEqual(10);
  }, 60_000);
});

describe("deleting a backup schedule", () => {
  it("cancels the service", async () => {
    const stack = await startWithSchedule();
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(schedulesIn(stack)).toMatchObject([{ enabled: false }]);
  });

  it("keeps the service and its schedule with `onDelete: keep`, without a call", async () => {
    const stack = await startWithSchedule({ onDelete: "keep" });
    const outcome = await stack.destroy();
    expect(outcome.result).toBe("succeeded");
    expect(outcome.counts).toMatchObject({ deleted: 0, retained: 1 });
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("does not say of an instance that it has not read that its service stays enabled", async () => {
    const stack = await startWithSchedule({ onDelete: "keep" });
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(stack.messages.map(({ message }) => message)).toContain(
      "the backup service of instance 1 is not cancelled, because `onDelete` is `keep`",
    );
  });

  it("changes nothing if the instance is deleted or being deleted", async () => {
    for (const isBeingDeleted of [true, false]) {
      const stack = await startWithSchedule();
      if (isBeingDeleted) await stack.clock.run(stack.services().client.instances.delete({ instanceId: 1 }));
      else stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
      stack.emulator.control.forgetRequests();
      expect((await stack.destroy()).result).toBe("succeeded");
      expect(changeCallsTo(stack)).toEqual([]);
    }
  });

  it("succeeds in the same run as the delete of its instance", async () => {
    const stack = new TestStack();
    await stack.up(declareBackedUpInstance());
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("adopting a backup schedule", () => {
  const program = declareAll("BackupSchedule", { theirs: { adopt: 1, window: "W4", onDelete: "keep" } });

  it("fails for an instance that does not exist", async () => {
    const outcome = await new TestStack().up(program);
    expect(failuresOf(outcome).join()).toMatch(/there is no backup schedule 1/);
  });

  it("keeps the day, and sets the declared window", async () => {
    const stack = await startWithSchedule();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("theirs")).toMatchObject({ instanceId: 1, day: "Saturday", window: "W4" });
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("enables a service that is disabled", async () => {
    const stack = await startWithInstance();
    expect(failuresOf(await stack.up(declareSchedule({ adopt: 1 })))).toEqual([]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
  });

  it("is announced with the service that it enables", async () => {
    const stack = await startWithInstance();
    await stack.preview(declareAll("BackupSchedule", { theirs: { adopt: 1 } }));
    expect(stack.messages.map(({ message }) => message)).toEqual([
      "adopts the existing backup schedule 1 instead of creating one, and changes its `enabled`",
    ]);
  });
});
