import type { ProgramFunction } from "../../src/engine";
import { unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { declareAll, type Inputs, withoutUndefined } from "./declare-all";
import { callsTo, emptyProgram, failuresOf, instancesIn, stepsOf } from "./programs";

const empty = { region: "us-east", type: "g1-nano-1" };
const saturday = { instanceId: 1, day: "Saturday", window: "W10" };
const alone = (inputs: Inputs = {}) => declareAll("BackupSchedule", { weekly: { ...saturday, ...inputs } });

/** A program that declares an instance, `web`, and its backup schedule, `weekly`. */
function backedUp(schedule: Inputs = {}, instance: Inputs = {}): ProgramFunction {
  return async (register) => {
    const { outputs } = await register(
      declare("Instance", "web", withoutUndefined({ ...empty, ...instance })),
    );
    const instanceId = outputs.instanceId ?? unknown;
    await register(
      declare("BackupSchedule", "weekly", withoutUndefined({ ...saturday, instanceId, ...schedule })),
    );
    return {};
  };
}

const schedulesIn = (stack: TestStack) =>
  instancesIn(stack).map(({ id, backups: { enabled, day, window } }) => ({ id, enabled, day, window }));
const writes = (stack: TestStack) => callsTo(stack).filter((call) => !call.startsWith("GET"));
const enables = (stack: TestStack) => writes(stack).filter((call) => call.endsWith("/enable"));

/** A world with an instance, number 1, of which no state knows. */
async function withInstance(settings = {}) {
  const stack = new TestStack({ settings });
  await stack.clock.run(
    stack.services().client.instances.create({ ...empty, label: "theirs", tags: ["a"], group: "g" }),
  );
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

async function scheduled(inputs: Inputs = {}, settings = {}) {
  const stack = await withInstance(settings);
  expect(failuresOf(await stack.up(alone(inputs)))).toEqual([]);
  stack.emulator.control.forgetRequests();
  return stack;
}

describe("creating a backup schedule", () => {
  it("enables the service and sets day and window; a second up sends nothing", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(backedUp()))).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 1, enabled: true, day: "Saturday", window: "W10" }]);
    expect(stack.outputs("weekly")).toMatchObject({
      instanceId: 1,
      enabled: true,
      day: "Saturday",
      window: "W10",
      lastSuccessful: null,
    });
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(backedUp()))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("changes nothing else of an instance whose service is on", async () => {
    const stack = await withInstance({ putOmitted: "replace" });
    await stack.clock.run(stack.services().client.backups.enable({ instanceId: 1 }));
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(alone()))).toEqual([]);
    expect(writes(stack)).toEqual(["PUT /v4/node/instances/1"]);
    expect(instancesIn(stack)).toMatchObject([{ label: "theirs", tags: ["a"], group: "g" }]);
  });

  it("outputs the time of the last successful backup", async () => {
    const stack = await scheduled();
    await stack.clock.advance(8 * 24 * 3_600_000);
    await stack.refresh();
    expect(stack.outputs("weekly")?.lastSuccessful).toMatch(/^2022-03-\d\dT/);
    expect(stepsOf(await stack.up(alone()))).toEqual([]);
  });

  it("fails for an instance that does not exist, without changes", async () => {
    const stack = await withInstance();
    const outcome = await stack.up(alone({ instanceId: 77 }));
    expect(failuresOf(outcome).join()).toMatch(/instanceId: there is no instance 77, so no backup service/);
    expect(stack.outputs("weekly")).toBeUndefined();
    expect(writes(stack)).toEqual([]);
  });

  it("that is interrupted after the service was enabled is resumed by the next up, also after a refresh", async () => {
    for (const refresh of [false, true]) {
      const stack = await withInstance();
      stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 403 } });
      expect(failuresOf(await stack.up(alone())).join()).toMatch(/Remaining steps: schedule/);
      stack.emulator.control.faults.clear();
      if (refresh) await stack.refresh();
      expect(stepsOf(await stack.up(alone()))).toEqual(["update weekly"]);
      expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
      expect(enables(stack)).toHaveLength(1);
    }
  });

  it("reports a window that the service rejects", async () => {
    const stack = await withInstance();
    const outcome = await stack.up(alone({ window: "midnight" }));
    expect(failuresOf(outcome).join()).toMatch(/backups\.schedule\.window must be one of W0/);
    expect(failuresOf(await stack.up(alone()))).toEqual([]);
  });
});

describe("changing a backup schedule", () => {
  it("sets day and window in place", async () => {
    const stack = await scheduled();
    expect(stepsOf(await stack.up(alone({ day: "Monday", window: "W2" })))).toEqual(["update weekly"]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Monday", window: "W2" }]);
    expect(writes(stack)).toEqual(["PUT /v4/node/instances/1"]);
  });

  it("records another `onDelete` and other timeouts without a request", async () => {
    const stack = await scheduled();
    for (const more of [{ onDelete: "keep" }, { timeouts: { delete: "1h" } }])
      expect(stepsOf(await stack.up(alone(more)))).toEqual(["update weekly"]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("follows a replaced instance, which a preview shows", async () => {
    const stack = new TestStack();
    await stack.up(backedUp());
    const changed = backedUp({}, { type: "g1-standard-1" });
    expect(stepsOf(await stack.preview(changed))).toEqual(
      expect.arrayContaining(["createReplacement web", "createReplacement weekly"]),
    );
    expect(failuresOf(await stack.up(changed))).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 2, enabled: true, day: "Saturday", window: "W10" }]);
    expect(stack.outputs("weekly")).toMatchObject({ instanceId: 2 });
  });

  it("follows an instance that is deleted before it is replaced", async () => {
    const stack = new TestStack();
    await stack.up(backedUp({}, { label: "mine" }));
    expect(failuresOf(await stack.up(backedUp({}, { label: "mine", type: "g1-standard-1" })))).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 2, enabled: true, day: "Saturday", window: "W10" }]);
  });

  it("moves to another instance, and cancels the service of the first one", async () => {
    const stack = await scheduled();
    await stack.clock.run(stack.services().client.instances.create({ ...empty, label: "second" }));
    await stack.clock.advance(60_000);
    expect(stepsOf(await stack.up(alone({ instanceId: 2 })))).toEqual([
      "createReplacement weekly",
      "deleteReplaced weekly",
    ]);
    expect(schedulesIn(stack)).toMatchObject([
      { id: 1, enabled: false },
      { id: 2, enabled: true },
    ]);
  });
});

describe("drift of a backup schedule", () => {
  const changeSchedule = (stack: TestStack, schedule: { day?: string; window?: string }) =>
    stack.clock.run(stack.services().client.instances.update({ instanceId: 1, backups: { schedule } }));

  it("is none after an up", async () => {
    const stack = await scheduled();
    await stack.refresh();
    expect(stepsOf(await stack.up(alone()))).toEqual([]);
  });

  it.each([{ day: "Monday" }, { window: "W2" }])(
    "to %j is shown by refresh and restored by up",
    async (patch) => {
      const stack = await scheduled();
      await changeSchedule(stack, patch);
      await stack.refresh();
      expect(stack.outputs("weekly")).toMatchObject(patch);
      expect(stepsOf(await stack.up(alone()))).toEqual(["update weekly"]);
      expect(schedulesIn(stack)).toMatchObject([{ day: "Saturday", window: "W10" }]);
      expect(stepsOf(await stack.up(alone()))).toEqual([]);
    },
  );

  it("to a cancelled service enables it again and sets the schedule", async () => {
    const stack = await scheduled({}, { enableAfterCancel: "allowed" });
    await stack.clock.run(stack.services().client.backups.cancel({ instanceId: 1 }));
    await stack.refresh();
    expect(stack.outputs("weekly")).toMatchObject({ enabled: false, day: null });
    expect(stepsOf(await stack.up(alone()))).toEqual(["update weekly"]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday", window: "W10" }]);
  });

  it("to a cancelled service that cannot be enabled yet is reported, and restored a day later", async () => {
    const stack = await scheduled();
    await stack.clock.run(stack.services().client.backups.cancel({ instanceId: 1 }));
    await stack.refresh();
    expect(failuresOf(await stack.up(alone())).join()).toMatch(
      /may refuse to enable them again for 24 hours/,
    );
    await stack.clock.advance(25 * 3_600_000);
    expect(failuresOf(await stack.up(alone()))).toEqual([]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
  });

  it("to a deleted instance is noticed by refresh", async () => {
    const stack = await scheduled();
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.refresh();
    expect(stack.outputs("weekly")).toBeUndefined();
    expect(failuresOf(await stack.up(alone())).join()).toMatch(/there is no instance 1/);
  });

  it("reads two hundred schedules in pages, not one by one", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const { client } = stack.services();
    const names = Array.from({ length: 200 }, (_, index) => index + 1);
    for (const number of names)
      await stack.clock.run(client.instances.create({ ...empty, label: `empty-${number}` }));
    const program = declareAll(
      "BackupSchedule",
      Object.fromEntries(names.map((id) => [`weekly-${id}`, { ...saturday, instanceId: id }])),
    );
    expect(failuresOf(await stack.up(program, { parallel: 64 }))).toEqual([]);
    stack.emulator.control.forgetRequests();
    expect((await stack.refresh({ parallel: 8 })).result).toBe("succeeded");
    expect(callsTo(stack).length).toBeLessThanOrEqual(10);
  }, 60_000);
});

describe("deleting a backup schedule", () => {
  it("cancels the service", async () => {
    const stack = await scheduled();
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(schedulesIn(stack)).toMatchObject([{ enabled: false }]);
  });

  it("keeps the service and its schedule with `onDelete: keep`", async () => {
    const stack = await scheduled({ onDelete: "keep" });
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("does nothing if the instance is deleted or being deleted", async () => {
    for (const leave of [true, false]) {
      const stack = await scheduled();
      if (leave) await stack.clock.run(stack.services().client.instances.delete({ instanceId: 1 }));
      else stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
      stack.emulator.control.forgetRequests();
      expect((await stack.destroy()).result).toBe("succeeded");
      expect(writes(stack)).toEqual([]);
    }
  });

  it("happens together with its instance", async () => {
    const stack = new TestStack();
    await stack.up(backedUp());
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("adopting a backup schedule", () => {
  it("keeps its day and window, and sets what is declared", async () => {
    const stack = await scheduled();
    const program = declareAll("BackupSchedule", { theirs: { adopt: 1, window: "W4", onDelete: "keep" } });
    const other = new TestStack();
    expect(failuresOf(await other.up(program)).join()).toMatch(/there is no backup schedule 1/);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(stack.outputs("theirs")).toMatchObject({ instanceId: 1, day: "Saturday", window: "W4" });
    expect(stepsOf(await stack.up(program))).toEqual([]);
  });

  it("enables a service that is off", async () => {
    const stack = await withInstance();
    expect(failuresOf(await stack.up(alone({ adopt: 1 })))).toEqual([]);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true, day: "Saturday" }]);
  });
});

describe("a backup schedule beside `Instance.backupsEnabled`", () => {
  it("is compatible with true and with no value", async () => {
    const stack = new TestStack();
    for (const backupsEnabled of [true, undefined, true]) {
      expect(failuresOf(await stack.up(backedUp({}, { backupsEnabled })))).toEqual([]);
      await stack.refresh();
      expect(stepsOf(await stack.up(backedUp({}, { backupsEnabled })))).toEqual([]);
    }
    expect(enables(stack)).toHaveLength(0);
  });

  it("is refused beside false, before it enables the service", async () => {
    const stack = new TestStack();
    const outcome = await stack.up(backedUp({}, { backupsEnabled: false }));
    expect(failuresOf(outcome).join()).toMatch(/instanceId: instance 1 has `backupsEnabled: false`.*Remove/s);
    expect(enables(stack)).toEqual([]);
  });

  it("shows the conflict in a preview, so that nothing is cancelled", async () => {
    const stack = new TestStack();
    await stack.up(backedUp());
    const outcome = await stack.preview(backedUp({}, { backupsEnabled: false }));
    expect(failuresOf(outcome).join()).toMatch(/instance 1 has `backupsEnabled: false`, but/);
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true }]);
  });

  it("prevents the instance from cancelling if the schedule is declared first", async () => {
    const stack = new TestStack();
    await stack.up(backedUp());
    const program: ProgramFunction = async (register) => {
      await register(declare("BackupSchedule", "weekly", saturday));
      await register(declare("Instance", "web", { ...empty, backupsEnabled: false }));
      return {};
    };
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /backupsEnabled: instance 1 has `backupsEnabled: false`, but/,
    );
    expect(schedulesIn(stack)).toMatchObject([{ enabled: true }]);
  });

  it("that is removed leaves the service on if the instance sets true, and off if it sets false", async () => {
    for (const enabled of [true, false]) {
      const stack = new TestStack();
      await stack.up(backedUp());
      const without = declareAll("Instance", { web: { ...empty, backupsEnabled: enabled } });
      expect(failuresOf(await stack.up(without))).toEqual([]);
      expect(schedulesIn(stack)).toMatchObject([{ enabled }]);
      expect(stepsOf(await stack.up(without))).toEqual([]);
    }
  });
});
