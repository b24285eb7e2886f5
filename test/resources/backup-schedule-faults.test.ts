import type { ProgramFunction } from "../../src/engine";
import { unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { type Inputs, withoutUndefined } from "./declare-all";
import { testFaultSchedules } from "./fault-schedules";
import { lostAnswers } from "./lost-answers";
import { callsTo, emptyProgram, failuresOf, instancesIn, stepsOf } from "./programs";
import { serviceVariants } from "./service-variants";

/** A program with an empty instance and its schedule. */
function backedUp(schedule: Inputs = {}, instance: Inputs = {}): ProgramFunction {
  return async (register) => {
    const web = { region: "us-east", type: "g1-nano-1", ...instance };
    const { outputs } = await register(declare("Instance", "web", withoutUndefined(web)));
    const instanceId = outputs.instanceId ?? unknown;
    const weekly = { instanceId, day: "Saturday", window: "W10", ...schedule };
    await register(declare("BackupSchedule", "weekly", withoutUndefined(weekly)));
    return {};
  };
}

const onlyWeb: ProgramFunction = async (register) => {
  await register(declare("Instance", "web", { region: "us-east", type: "g1-nano-1" }));
  return {};
};

const losses: typeof lostAnswers = [...lostAnswers, ["a 200 without a body", { status: 200, body: "" }]];

describe.each(losses)("a backup schedule, when answers are lost to %s", (_, effect) => {
  it.each(["before", "after"] as const)("%s the change, is set and cancelled once", async (when) => {
    // A success that changed nothing loses no answer: the next read shows that it was not carried out.
    if (when === "before" && "status" in effect && effect.status === 200) return;
    const stack = new TestStack({ settings: { enableAfterCancel: "allowed" } });
    for (const operation of ["backups.enable", "instances.update", "backups.cancel"])
      stack.emulator.control.faults.add({ operation, when, count: 1, effect });
    expect(failuresOf(await stack.up(backedUp()))).toEqual([]);
    const backups = { enabled: true, day: "Saturday", window: "W10", service: expect.any(Number) };
    expect(instancesIn(stack)).toMatchObject([{ backups }]);
    expect(failuresOf(await stack.up(onlyWeb))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]);
    const sent = (end: string) => callsTo(stack).filter((call) => call.endsWith(end)).length;
    // A damaged body means that the change was made.
    const isCarriedOut = when === "after" || "truncated" in effect || "garbage" in effect;
    expect([sent("/enable"), sent("/cancel")]).toEqual(isCarriedOut ? [1, 1] : [2, 2]);
  });
});

describe.each(serviceVariants("2.1", "3.1", "4.1", "4.2"))(
  "a backup schedule of a service with %s, of the brand %s",
  (_, brand, settings) => {
    it("is created, updated, restored after external changes and deleted", async () => {
      const stack = new TestStack({ settings, brand });
      const expectSteps = async (program: ProgramFunction, steps: readonly string[]) => {
        const outcome = await stack.up(program);
        expect(failuresOf(outcome)).toEqual([]);
        expect(stepsOf(outcome)).toEqual(steps);
      };
      await expectSteps(backedUp({}, { tags: ["a"], group: "g" }), ["create web", "create weekly"]);
      const declared = backedUp({ day: "Monday" }, { tags: ["a"], group: "g" });
      await expectSteps(declared, ["update weekly"]);
      await expectSteps(backedUp({ day: "Monday" }, { tags: ["b"], group: "g" }), ["update web"]);
      const [{ id } = { id: 0 }] = instancesIn(stack);
      const schedule = { window: "W2" };
      await stack.clock.run(
        stack
          .services()
          .client.instances.update({ instanceId: id, tags: ["b"], group: "g", backups: { schedule } }),
      );
      expect((await stack.refresh()).result).toBe("succeeded");
      expect(stack.outputs("weekly")).toMatchObject({ window: "W2" });
      await stack.up(backedUp({ day: "Monday" }, { tags: ["b"], group: "g" }));
      expect(instancesIn(stack)).toMatchObject([
        { tags: ["b"], group: "g", backups: { enabled: true, day: "Monday", window: "W10" } },
      ]);
      expect((await stack.refresh()).result).toBe("succeeded");
      await expectSteps(backedUp({ day: "Monday" }, { tags: ["b"], group: "g" }), []);
      expect((await stack.up(emptyProgram)).result).toBe("succeeded");
      expect(instancesIn(stack)).toEqual([]);
    });
  },
);

describe("backup schedules under seeded faults", () => {
  testFaultSchedules({
    count: 20,
    operations: ["*", "backups.*", "backups.enable", "backups.cancel", "instances.update", "instances.view"],
    programs: () =>
      (
        [
          [backedUp(), "Saturday", "W10"],
          [backedUp({ day: "Monday" }), "Monday", "W10"],
          [backedUp({ day: "Monday", window: "W2" }, { type: "g1-standard-1" }), "Monday", "W2"],
        ] as const
      ).map(([program, day, window]) => ({
        program,
        check: (stack) => {
          expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true, day, window } }]);
          const [instance] = instancesIn(stack);
          expect(stack.outputs("weekly")).toMatchObject({ instanceId: instance?.id, day, window });
        },
      })),
    remove: (stack) => stack.up(onlyWeb),
    checkRemoved: (stack) => expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]),
  });
});
