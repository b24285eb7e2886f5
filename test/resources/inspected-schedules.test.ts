import { resourceTypes } from "../../src/resources/resource-types";
import { TestStack } from "../../src/testing";
import { webInstance } from "./programs";

/** The schedule of an instance with this backup service. */
async function inspect(backups: object) {
  const stack = new TestStack();
  await stack.up(webInstance());
  const { control } = stack.emulator;
  const world = control.world();
  control.load({
    ...world,
    instances: world.instances.map((one) => ({ ...one, backups: { ...one.backups, ...backups } })),
  });
  const { objects } = await stack.clock.run(resourceTypes.BackupSchedule.inspector(stack.services()).list());
  const schedule = objects.get("1");
  if (schedule === undefined) throw new Error("The list has no schedule of the instance.");
  return schedule;
}

describe("the schedule of a backup service", () => {
  it.each([
    [true, "Sunday", "W10", true],
    [true, "Sunday", null, true],
    [true, null, "W10", true],
    [true, null, null, false],
    [false, "Sunday", "W10", false],
    [false, null, null, false],
  ])("with enabled %s, day %s and window %s can be managed: %s", async (enabled, day, window, expected) => {
    expect((await inspect({ enabled, day, window })).isManageable).toBe(expected);
  });

  it("that is off differs from a declared one in `enabled` only", async () => {
    const declared = { instanceId: 1, day: "Monday", window: "W2" };
    const schedule = await inspect({ enabled: false, day: null, window: null });
    const outputs = { ...schedule.outputs, enabled: true, day: "Monday", window: "W2", applied: declared };
    expect(schedule.compare(declared, outputs)).toEqual([
      expect.objectContaining({ field: "enabled", declared: true, live: false, isRepaired: true }),
    ]);
  });
});
