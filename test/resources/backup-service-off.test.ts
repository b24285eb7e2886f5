import { TestStack } from "../../src/testing";
import { declareBackedUpInstance, emptyInstance, saturday, schedulesIn } from "./backup-schedules";
import { declareAll } from "./declare-all";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

/** A service that keeps the schedule of a cancelled backup service, and rejects one while the service is off. */
const strict = { scheduleWhenOff: "kept", scheduleNeedsService: true } as const;
const schedule = { day: "Sunday", window: "W2" };

/** The stack of an instance whose backup service someone else enabled and configured, and then cancelled unless `isOn`. */
async function startWithSchedule(settings: object, isOn = false) {
  const stack = new TestStack({ settings });
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  const instanceId = 1;
  const { backups, instances } = stack.services().client;
  await stack.clock.advance(60_000);
  await stack.clock.run(backups.enable({ instanceId }));
  await stack.clock.run(instances.update({ instanceId, label: "web", backups: { schedule } }));
  if (!isOn) await stack.clock.run(backups.cancel({ instanceId }));
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  return stack;
}

function updateBodies(stack: TestStack) {
  return stack.emulator.control
    .requests()
    .filter(({ operation }) => operation === "instances.update")
    .map(({ body }) => body);
}

describe.each(["merge", "replace"] as const)("an instance of a service whose PUT means %s", (putOmitted) => {
  it("is updated although its backup service is off and has a schedule", async () => {
    const stack = await startWithSchedule({ ...strict, putOmitted });
    expect(failuresOf(await stack.up(webInstance({ tags: ["a-tag"] })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ tags: ["a-tag"], backups: { enabled: false } }]);
    expect(updateBodies(stack)).toEqual([expect.not.objectContaining({ backups: expect.anything() })]);
  });

  it("keeps the schedule of a backup service that is on", async () => {
    const stack = await startWithSchedule({ ...strict, putOmitted }, true);
    expect(failuresOf(await stack.up(webInstance({ tags: ["a-tag"] })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ tags: ["a-tag"], backups: { enabled: true, ...schedule } }]);
  });
});

const enabledBefore = expect.stringMatching(
  /^The backup service of instance 1 was enabled before this run\./,
);

it.each([{}, { day: "Sunday" }])(
  "a schedule is awaited while the service returns only %j of it",
  async (shown) => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ ...emptyInstance, label: "web", backups_enabled: true }));
    const before = { instanceId: 1, label: "web", backups: { schedule: shown } };
    const body = JSON.parse(JSON.stringify(await stack.clock.run(client.instances.update(before))));
    const later = { when: "later", delay: 60_000, effect: { status: 200, body } } as const;
    stack.emulator.control.faults.add({ operation: "instances.update", ...later });
    expect(failuresOf(await stack.up(declareAll("BackupSchedule", { weekly: saturday })))).toEqual([]);
    expect(warningsOf(stack)).toEqual([enabledBefore]);
    expect(stack.outputs("weekly")).toMatchObject({ day: "Saturday", window: "W10" });
  },
);

it("a schedule is awaited while the service omits its values", async () => {
  const stack = new TestStack();
  const { client } = stack.services();
  await stack.clock.run(client.instances.create({ ...emptyInstance, label: "web", backups_enabled: true }));
  const body = JSON.parse(JSON.stringify(await stack.clock.run(client.instances.view({ instanceId: 1 }))));
  body.backups.schedule = {};
  const { faults } = stack.emulator.control;
  for (const operation of ["instances.view", "instances.update"])
    faults.add({ operation, when: "after", effect: { status: 200, body } });
  void stack.clock.sleep(60_000).then(() => faults.clear());
  expect(failuresOf(await stack.up(declareAll("BackupSchedule", { weekly: saturday })))).toEqual([]);
  expect(warningsOf(stack)).toEqual([enabledBefore]);
  expect(stack.outputs("weekly")).toMatchObject({ day: "Saturday", window: "W10" });
  expect(schedulesIn(stack)).toMatchObject([{ day: "Saturday", window: "W10" }]);
});

describe("a backup service that is enabled after a while", () => {
  const settings = { ...strict, enableSeconds: 40 };

  it("gets its schedule once it is on", async () => {
    const stack = new TestStack({ settings });
    expect(failuresOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
    expect(schedulesIn(stack)).toEqual([{ id: 1, enabled: true, day: "Saturday", window: "W10" }]);
    expect(callsTo(stack).filter((call) => call.endsWith("/enable"))).toHaveLength(1);
    expect(stepsOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
  });

  it("is awaited if an instance declares it, so that the next up changes nothing", async () => {
    const stack = new TestStack({ settings });
    await stack.up(webInstance());
    await stack.clock.advance(60_000);
    const declared = webInstance({ backupsEnabled: true });
    expect(failuresOf(await stack.up(declared))).toEqual([]);
    expect(stack.outputs("web")).toMatchObject({ backups: { enabled: true } });
    expect(stepsOf(await stack.up(declared))).toEqual([]);
    expect(callsTo(stack).filter((call) => call.endsWith("/enable"))).toHaveLength(1);
  });

  it("is no longer awaited when its instance is deleted", async () => {
    const stack = new TestStack({ settings: { enableSeconds: 200 } });
    await stack.up(webInstance());
    const remove = { kind: "instance_delete", instanceId: 1 } as const;
    void stack.clock.sleep(60_000).then(() => stack.emulator.control.externalChange(remove));
    const start = stack.clock.now();
    const outcome = await stack.up(webInstance({ backupsEnabled: true }));
    expect(failuresOf(outcome).join()).toMatch(/deleted by somebody else/);
    expect(stack.clock.now() - start).toBeLessThan(150_000);
  });

  it("that is not enabled in time fails the run with an error that names what it waited for", async () => {
    const stack = new TestStack({ settings: { enableSeconds: 7200 } });
    await stack.up(webInstance());
    expect(failuresOf(await stack.up(webInstance({ backupsEnabled: true }))).join()).toMatch(
      /waiting for instance 1 to have its backup service enabled: the service is off/,
    );
  });

  it("is not awaited when it is cancelled", async () => {
    const stack = new TestStack({ settings: strict });
    await stack.up(webInstance({ backupsEnabled: true }));
    expect(failuresOf(await stack.up(webInstance({ backupsEnabled: false })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]);
  });
});

it("enables a backup service again that the stack has cancelled with a schedule", async () => {
  const stack = new TestStack();
  const backedUp = webInstance({ backupsEnabled: true });
  const scheduled = declareBackedUpInstance({}, smallInstance);
  for (const [program, isEnabled] of [
    [backedUp, true],
    [scheduled, true],
    [webInstance(), false],
    [backedUp, true],
  ] as const) {
    await stack.clock.advance(86_400_000);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)[0]?.backups.enabled).toBe(isEnabled);
  }
  expect([stepsOf(await stack.up(backedUp)), warningsOf(stack)]).toEqual([[], []]);
});
