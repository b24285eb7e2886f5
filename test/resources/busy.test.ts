import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { callsTo, emptyProgram, failuresOf, instancesIn, smallInstance, stepsOf, web } from "./programs";

const minute = 60_000;

/** Refuses calls of an operation, from now on for so long. */
function refuse(
  stack: TestStack,
  operation: string,
  forMs: number,
  status = 400,
  reason = "Node busy.",
): void {
  const id = stack.emulator.control.faults.add({
    operation,
    effect: { status, body: { errors: [{ reason }] } },
  });
  void stack.clock.sleep(forMs).then(() => stack.emulator.control.faults.clear(id));
}

async function timed<T>(stack: TestStack, work: Promise<T>): Promise<{ outcome: T; ms: number }> {
  const begun = stack.clock.now();
  const outcome = await work;
  return { outcome, ms: stack.clock.now() - begun };
}

const withSchedule: ProgramFunction = async (register) => {
  const { outputs } = await register(declare("Instance", "web", smallInstance));
  const instanceId = Number(outputs.instanceId);
  await register(declare("BackupSchedule", "nightly", { instanceId, day: "Sunday", window: "W2" }));
  return {};
};

/** Every action on an instance that is at rest before and while the action is refused. */
const actions: readonly (readonly [string, string, ProgramFunction, ProgramFunction])[] = [
  ["a delete", "instances.delete", web(), emptyProgram],
  ["a change", "instances.update", web(), web({ group: "g" })],
  ["a boot", "instances.boot", web({ booted: false }), web({ booted: true })],
  ["enabling backups", "backups.enable", web(), web({ backupsEnabled: true })],
  ["cancelling backups", "backups.cancel", web({ backupsEnabled: true }), web({ backupsEnabled: false })],
  ["a backup schedule", "backups.enable", web(), withSchedule],
  ["the end of a backup schedule", "backups.cancel", withSchedule, web()],
];

describe.each(actions)("%s of an instance at rest", (_, operation, before, after) => {
  it("that is refused for a while is repeated", async () => {
    const stack = new TestStack();
    await stack.up(before);
    refuse(stack, operation, 90_000, 403);
    const { outcome, ms } = await timed(stack, stack.up(after));
    expect(failuresOf(outcome)).toEqual([]);
    expect(ms).toBeGreaterThanOrEqual(90_000);
    expect(stepsOf(await stack.up(after))).toEqual([]);
  });

  it("that is refused in the same words for two minutes fails with those words", async () => {
    const stack = new TestStack();
    await stack.up(before);
    refuse(stack, operation, 60 * minute, 409, "Not today.");
    const { outcome, ms } = await timed(stack, stack.up(after));
    expect(failuresOf(outcome)).toHaveLength(1);
    expect(failuresOf(outcome)[0]).toMatch(/409: Not today\..*got this error for 2m/s);
    expect(ms).toBeGreaterThanOrEqual(2 * minute);
    expect(ms).toBeLessThan(2.5 * minute);
  });

  it("that names a field is not repeated", async () => {
    const stack = new TestStack();
    await stack.up(before);
    stack.emulator.control.forgetRequests();
    stack.emulator.control.faults.add({
      operation,
      effect: { status: 400, body: { errors: [{ field: "x", reason: "Wrong." }] } },
    });
    expect(failuresOf(await stack.up(after)).join()).toMatch(/x: Wrong\./);
    const sent = stack.emulator.control.requests().filter((call) => call.operation === operation);
    expect(sent).toHaveLength(1);
  });
});

describe("an instance that is busy for a while after each action, with nothing to show for it", () => {
  it.each([400, 409])(
    "is created, changed, turned off and deleted all the same, with %i",
    async (busyStatus) => {
      const stack = new TestStack({ settings: { busySeconds: 50, busyStatus } });
      for (const program of [
        web({ watchdogEnabled: false }),
        web({ group: "g", backupsEnabled: true }),
        withSchedule,
        web({ backupsEnabled: false }),
        emptyProgram,
      ]) {
        expect(failuresOf(await stack.up(program))).toEqual([]);
      }
      expect(instancesIn(stack)).toEqual([]);
    },
  );
});

describe("a refusal", () => {
  it.each([400, 409, 422, 423])("with %i may mean busy", async (status) => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 10_000, status);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it.each([401, 404, 405, 410])("with %i does not mean busy", async (status) => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 10_000, status);
    expect(failuresOf(await stack.up(emptyProgram)).join()).toContain(String(status));
  });

  it("in new words begins its two minutes anew", async () => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 100_000, 400, "One backup is running.");
    void stack.clock.sleep(100_000).then(() => refuse(stack, "instances.delete", 100_000, 400, "Two are."));
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it("of an instance in motion is repeated for longer than two minutes", async () => {
    const stack = new TestStack();
    await stack.up(web());
    stack.emulator.control.changeInstance(1, { status: "migrating" });
    refuse(stack, "instances.delete", 5 * minute);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("is not final while an instance that was at rest is in motion", async () => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 4 * minute);
    const { control } = stack.emulator;
    void stack.clock.sleep(100_000).then(() => control.changeInstance(1, { status: "migrating" }));
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("is not counted across a request whose answer was lost", async () => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 60_000);
    void stack.clock.sleep(60_000).then(async () => {
      const lost = stack.emulator.control.faults.add({
        operation: "instances.delete",
        effect: { html: 502 },
      });
      await stack.clock.sleep(40_000);
      stack.emulator.control.faults.clear(lost);
      refuse(stack, "instances.delete", 60_000);
    });
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("of an instance that changes meanwhile begins its two minutes anew", async () => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 3.5 * minute);
    void stack.clock
      .sleep(100_000)
      .then(() => stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false }));
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("is not counted across an outage", async () => {
    const stack = new TestStack();
    await stack.up(web());
    refuse(stack, "instances.delete", 200_000);
    void stack.clock.sleep(30_000).then(() => {
      const down = stack.emulator.control.faults.add({ operation: "instances.view", effect: { html: 502 } });
      void stack.clock.sleep(minute).then(() => stack.emulator.control.faults.clear(down));
    });
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("ends with the time allowed where that is shorter", async () => {
    const stack = new TestStack();
    const brief = { timeouts: { delete: "30s" } };
    await stack.up(web(brief));
    refuse(stack, "instances.delete", 60 * minute);
    const { outcome, ms } = await timed(stack, stack.up(emptyProgram));
    expect(failuresOf(outcome).join()).toMatch(/Node busy.*Timed out while trying to delete instance 1/s);
    expect(ms).toBeLessThanOrEqual(30_000);
  });
});

describe("a capture of the disk of a busy instance", () => {
  const source = declare("Instance", "source", smallInstance);
  const golden =
    (inputs: PropertyMap = {}): ProgramFunction =>
    async (register) => {
      await register(source);
      await register(declare("Image", "golden", { diskId: 1, ...inputs }));
      return {};
    };
  const started = async () => {
    const stack = new TestStack();
    await stack.up(async (register) => {
      await register(source);
      return {};
    });
    return stack;
  };
  const captures = (stack: TestStack) => callsTo(stack).filter((call) => call === "POST /v4/images").length;
  const madeImages = (stack: TestStack) =>
    stack.emulator.control.world().images.filter(({ label }) => label.startsWith("golden-"));

  it("is repeated until it is accepted, and made once", async () => {
    const stack = await started();
    refuse(stack, "images.create", 90_000, 409);
    expect(failuresOf(await stack.up(golden()))).toEqual([]);
    expect(stack.outputs("golden")).toMatchObject({ status: "available" });
    expect(madeImages(stack)).toHaveLength(1);
  });

  it("is repeated for longer than two minutes while any instance is in motion", async () => {
    const stack = await started();
    stack.emulator.control.changeInstance(1, { status: "migrating" });
    refuse(stack, "images.create", 5 * minute);
    expect(failuresOf(await stack.up(golden()))).toEqual([]);
  });

  it("fails with the service's words when they stay while everything is at rest", async () => {
    const stack = await started();
    refuse(stack, "images.create", 60 * minute, 400, "Disk too large.");
    const { outcome, ms } = await timed(stack, stack.up(golden()));
    expect(failuresOf(outcome).join()).toMatch(/Disk too large\..*got this error for 2m/s);
    expect(ms).toBeLessThan(2.5 * minute);
  });

  it("ends with the time allowed", async () => {
    const stack = await started();
    refuse(stack, "images.create", 60 * minute);
    const { outcome, ms } = await timed(stack, stack.up(golden({ timeouts: { create: "20s" } })));
    expect(failuresOf(outcome).join()).toMatch(/Node busy/);
    expect(ms).toBeLessThanOrEqual(21_000);
  });

  it("is looked for, not repeated, when a refusal follows a request whose answer was lost", async () => {
    const stack = await started();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "images.create", nth: 1, when: "after", effect: { html: 502 } });
    faults.add({ operation: "images.create", nth: 2, effect: { status: 400 } });
    faults.add({ operation: "images.list", effect: { staleList: 100_000 } });
    expect(failuresOf(await stack.up(golden()))).toEqual([]);
    expect(captures(stack)).toBe(2);
    expect(madeImages(stack)).toHaveLength(1);
  });
});

describe("a clone", () => {
  const copy: ProgramFunction = async (register) => {
    const { outputs } = await register(declare("Instance", "source", smallInstance));
    const instanceId = Number(outputs.instanceId);
    await register(declare("Instance", "copy", { cloneFrom: { instanceId }, booted: false }));
    return {};
  };

  it("that is refused with 400, as a sixth one is, waits for its turn until the deadline", async () => {
    const stack = new TestStack();
    refuse(stack, "instances.clone", 6 * minute);
    expect(failuresOf(await stack.up(copy))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
  });

  it("that is refused otherwise in the same words for two minutes fails", async () => {
    const stack = new TestStack();
    refuse(stack, "instances.clone", 60 * minute, 403, "Unauthorized");
    const { outcome, ms } = await timed(stack, stack.up(copy));
    expect(failuresOf(outcome).join()).toMatch(/403: Unauthorized.*got this error for 2m/s);
    expect(ms).toBeLessThan(4 * minute);
    expect(instancesIn(stack)).toHaveLength(1);
  });
});
