import type { ProgramFunction } from "../../src/engine";
import { TestStack } from "../../src/testing";
import { declareBackedUpInstance, emptyInstance } from "./backup-schedules";
import { declareAll } from "./declare-all";
import { lostResponses } from "./lost-responses";
import { callsTo, emptyProgram, failuresOf, instancesIn, stepsOf } from "./programs";
import { maxReadLag, serviceVariants } from "./service-variants";

const instanceOnly = declareAll("Instance", { web: emptyInstance });

const losses: typeof lostResponses = [...lostResponses, ["a 200 without a body", { status: 200, body: "" }]];

describe.each(losses)("losing responses to %s", (_, effect) => {
  // A 200 for a change that was not made is not a lost response: the next read shows that the change is missing.
  const times: ("before" | "after")[] =
    "status" in effect && effect.status === 200 ? ["after"] : ["before", "after"];

  it.each(times)(
    "sets and cancels a backup schedule once when the loss occurs %s the change",
    async (when) => {
      const stack = new TestStack({ settings: { enableAfterCancel: "allowed" } });
      for (const operation of ["backups.enable", "instances.update", "backups.cancel"])
        stack.emulator.control.faults.add({ operation, when, count: 1, effect });
      expect(failuresOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
      const backups = { enabled: true, day: "Saturday", window: "W10", service: expect.any(Number) };
      expect(instancesIn(stack)).toMatchObject([{ backups }]);
      expect(failuresOf(await stack.up(instanceOnly))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]);
      const countCalls = (suffix: string) => callsTo(stack).filter((call) => call.endsWith(suffix)).length;
      // A damaged body means that the change was carried out.
      const isCarriedOut = when === "after" || "truncated" in effect || "garbage" in effect;
      expect([countCalls("/enable"), countCalls("/cancel")]).toEqual(isCarriedOut ? [1, 1] : [2, 2]);
    },
  );
});

describe.each(serviceVariants)(
  "a backup schedule of a service with %s and the brand %s",
  (_, brand, settings) => {
    it("is created, updated, restored after external changes and deleted", async () => {
      const stack = new TestStack({ settings, brand });
      const expectSteps = async (program: ProgramFunction, steps: readonly string[]) => {
        const outcome = await stack.up(program);
        expect(failuresOf(outcome)).toEqual([]);
        expect(stepsOf(outcome)).toEqual(steps);
      };
      await expectSteps(declareBackedUpInstance({}, { tags: ["a-tag"], group: "g" }), [
        "create web",
        "create weekly",
      ]);
      const declared = declareBackedUpInstance({ day: "Monday" }, { tags: ["a-tag"], group: "g" });
      await expectSteps(declared, ["update weekly"]);
      await expectSteps(declareBackedUpInstance({ day: "Monday" }, { tags: ["b-tag"], group: "g" }), [
        "update web",
      ]);
      const [{ id } = { id: 0 }] = instancesIn(stack);
      const schedule = { window: "W2" };
      await stack.clock.run(
        stack
          .services()
          .client.instances.update({ instanceId: id, tags: ["b-tag"], group: "g", backups: { schedule } }),
      );
      await stack.clock.advance(maxReadLag);
      expect((await stack.refresh()).result).toBe("succeeded");
      expect(stack.outputs("weekly")).toMatchObject({ window: "W2" });
      await stack.up(declareBackedUpInstance({ day: "Monday" }, { tags: ["b-tag"], group: "g" }));
      expect(instancesIn(stack)).toMatchObject([
        { tags: ["b-tag"], group: "g", backups: { enabled: true, day: "Monday", window: "W10" } },
      ]);
      expect((await stack.refresh()).result).toBe("succeeded");
      await expectSteps(declareBackedUpInstance({ day: "Monday" }, { tags: ["b-tag"], group: "g" }), []);
      expect((await stack.up(emptyProgram)).result).toBe("succeeded");
      expect(instancesIn(stack)).toEqual([]);
    });
  },
);
