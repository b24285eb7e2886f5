import type { Settings } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  webInstance,
} from "./programs";

const minute = 60_000;

/** From now on, fails an operation with an error that may mean busy, for `duration` ms. */
function makeBusy(
  stack: TestStack,
  operation: string,
  duration: number,
  status = 400,
  reason = "Node busy.",
): void {
  const id = stack.emulator.control.faults.add({
    operation,
    effect: { status, body: { errors: [{ reason }] } },
  });
  void stack.clock.sleep(duration).then(() => stack.emulator.control.faults.clear(id));
}

async function measure<T>(stack: TestStack, run: Promise<T>): Promise<{ outcome: T; ms: number }> {
  const start = stack.clock.now();
  const outcome = await run;
  return { outcome, ms: stack.clock.now() - start };
}

const webInstanceWithSchedule: ProgramFunction = async (register) => {
  const { outputs } = await register(declare("Instance", "web", smallInstance));
  const instanceId = Number(outputs.instanceId);
  await register(declare("BackupSchedule", "nightly", { instanceId, day: "Sunday", window: "W2" }));
  return {};
};

/** Actions on an instance that stays idle while the service rejects them. */
const actions: readonly (readonly [
  name: string,
  operation: string,
  before: ProgramFunction,
  after: ProgramFunction,
])[] = [
  ["a delete", "instances.delete", webInstance(), emptyProgram],
  ["an update", "instances.update", webInstance(), webInstance({ group: "g" })],
  ["a boot", "instances.boot", webInstance({ booted: false }), webInstance({ booted: true })],
  ["enabling backups", "backups.enable", webInstance(), webInstance({ backupsEnabled: true })],
  [
    "cancelling backups",
    "backups.cancel",
    webInstance({ backupsEnabled: true }),
    webInstance({ backupsEnabled: false }),
  ],
  ["creating the backup schedule", "backups.enable", webInstance(), webInstanceWithSchedule],
  ["deleting the backup schedule", "backups.cancel", webInstanceWithSchedule, webInstance()],
];

describe.each(actions)("%s of an idle instance", (_, operation, before, after) => {
  it("is retried while the service is busy for 90 s", async () => {
    const stack = new TestStack();
    await stack.up(before);
    makeBusy(stack, operation, 90_000, 403);
    const { outcome, ms } = await measure(stack, stack.up(after));
    expect(failuresOf(outcome)).toEqual([]);
    expect(ms).toBeGreaterThanOrEqual(90_000);
    expect(stepsOf(await stack.up(after))).toEqual([]);
  });

  it("fails with the message of the service after the same error for two minutes", async () => {
    const stack = new TestStack();
    await stack.up(before);
    makeBusy(stack, operation, 60 * minute, 409, "Not today.");
    const { outcome, ms } = await measure(stack, stack.up(after));
    expect(failuresOf(outcome)).toHaveLength(1);
    expect(failuresOf(outcome)[0]).toMatch(/failed for 2m although it is idle: .*409: Not today\./s);
    expect(ms).toBeGreaterThanOrEqual(2 * minute);
    expect(ms).toBeLessThan(2.5 * minute);
  });

  it("is not retried after an error that names a field", async () => {
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

describe("an instance that is busy after each action although its status is idle", () => {
  it.each([400, 409])(
    "is created, updated, turned off and deleted if a busy service returns %i",
    async (busyStatus) => {
      const stack = new TestStack({ settings: { busySeconds: 50, busyStatus } });
      for (const program of [
        webInstance({ watchdogEnabled: false }),
        webInstance({ group: "g", backupsEnabled: true }),
        webInstanceWithSchedule,
        webInstance({ backupsEnabled: false }),
        emptyProgram,
      ]) {
        expect(failuresOf(await stack.up(program))).toEqual([]);
      }
      expect(instancesIn(stack)).toEqual([]);
    },
  );
});

describe("a delete of an instance", () => {
  it.each([400, 409, 422, 423])("is retried after a %i", async (status) => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 10_000, status);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it.each([401, 405])("fails after a %i", async (status) => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 10_000, status);
    expect(failuresOf(await stack.up(emptyProgram)).join()).toContain(String(status));
  });

  it.each([404, 410])(
    "fails after a minute of %i responses while views return the instance",
    async (status) => {
      const stack = new TestStack();
      await stack.up(webInstance());
      makeBusy(stack, "instances.delete", 2 * minute, status);
      const { outcome, ms } = await measure(stack, stack.up(emptyProgram));
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          new RegExp(
            `^Every attempt to delete instance 1 failed for 1m, although reads return it: .* returned ${status}: .*[^.]\\.$`,
          ),
        ),
      ]);
      expect(ms).toBeLessThan(80_000);
      expect(instancesIn(stack)).toHaveLength(1);
    },
  );

  it("gets another two minutes when the error message changes", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 100_000, 400, "One backup is running.");
    void stack.clock.sleep(100_000).then(() => makeBusy(stack, "instances.delete", 100_000, 400, "Two are."));
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it("is retried for longer than two minutes while the instance is migrating", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.changeInstance(1, { status: "migrating" });
    makeBusy(stack, "instances.delete", 5 * minute);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("is retried for longer than two minutes when the idle instance starts to migrate", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 4 * minute);
    const { control } = stack.emulator;
    void stack.clock.sleep(100_000).then(() => control.changeInstance(1, { status: "migrating" }));
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("gets another two minutes after a lost response", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 60_000);
    void stack.clock.sleep(60_000).then(async () => {
      const lost = stack.emulator.control.faults.add({
        operation: "instances.delete",
        effect: { html: 502 },
      });
      await stack.clock.sleep(40_000);
      stack.emulator.control.faults.clear(lost);
      makeBusy(stack, "instances.delete", 60_000);
    });
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("gets another two minutes when the instance changes", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 3.5 * minute);
    void stack.clock
      .sleep(100_000)
      .then(() => stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false }));
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("gets another two minutes after the instance could not be viewed", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    makeBusy(stack, "instances.delete", 200_000);
    void stack.clock.sleep(30_000).then(() => {
      const outage = stack.emulator.control.faults.add({
        operation: "instances.view",
        effect: { html: 502 },
      });
      void stack.clock.sleep(minute).then(() => stack.emulator.control.faults.clear(outage));
    });
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });

  it("is retried only until its timeout if that is shorter", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ timeouts: { delete: "30s" } }));
    makeBusy(stack, "instances.delete", 60 * minute);
    const { outcome, ms } = await measure(stack, stack.up(emptyProgram));
    expect(failuresOf(outcome).join()).toMatch(/Timed out while trying to delete instance 1.*: .*Node busy/s);
    expect(ms).toBeLessThanOrEqual(30_000);
  });
});

describe("a locked instance", () => {
  it("is not deleted until an external change unlocks it, and the error says that it is still billed", async () => {
    for (const timeouts of [undefined, { delete: "1m" }]) {
      const stack = new TestStack({ brand: "acme" });
      const declared = webInstance({ label: "front", image: "acme/debian12", ...(timeouts && { timeouts }) });
      await stack.up(declared);
      await advanceUntilIdle(stack);
      stack.emulator.control.changeInstance(1, { locked: true });
      const { outcome, ms } = await measure(stack, stack.up(emptyProgram));
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          /delete instance 1 .*400: Acme is locked against deletion\. Instance 1 \("front"\) still exists and is billed\. Remove the cause, then delete it again\.$/,
        ),
      ]);
      expect(ms).toBeLessThan(timeouts ? 60_001 : 2.5 * minute);
      expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
      expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
      stack.emulator.control.changeInstance(1, { locked: false });
      expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
      expect(instancesIn(stack)).toEqual([]);
    }
  });
});

describe("a capture of the disk of a busy instance", () => {
  const source = declare("Instance", "source", smallInstance);
  const declareGolden =
    (inputs: PropertyMap = {}): ProgramFunction =>
    async (register) => {
      await register(source);
      await register(declare("Image", "golden", { diskId: 1, ...inputs }));
      return {};
    };
  const declareSource: ProgramFunction = async (register) => {
    await register(source);
    return {};
  };
  const startWithSource = async (settings: Partial<Settings> = {}) => {
    const stack = new TestStack({ settings });
    await stack.up(declareSource);
    await advanceUntilIdle(stack);
    return stack;
  };
  const captureCallsTo = (stack: TestStack) => callsTo(stack).filter((call) => call === "POST /v4/images");
  const goldenImagesIn = (stack: TestStack) =>
    stack.emulator.control.world().images.filter(({ label }) => label.startsWith("golden-"));

  it("is deleted, or the error says that it still exists", async () => {
    const stack = await startWithSource();
    expect(failuresOf(await stack.up(declareGolden({ label: "golden-1" })))).toEqual([]);
    makeBusy(stack, "images.delete", 60 * minute, 409, "Instances use it.");
    const { outcome } = await measure(stack, stack.up(declareSource));
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(
        /delete image private\/\d+ .*409: Instances use it\. Image private\/\d+ \("golden-1"\) still exists\. Remove the cause, then delete it again\.$/,
      ),
    ]);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(declareSource))).toEqual([]);
    expect(goldenImagesIn(stack)).toEqual([]);
  });

  it("is retried until the service accepts it, and creates one image", async () => {
    const stack = await startWithSource();
    makeBusy(stack, "images.create", 90_000, 409);
    expect(failuresOf(await stack.up(declareGolden()))).toEqual([]);
    expect(stack.outputs("golden")).toMatchObject({ status: "available" });
    expect(goldenImagesIn(stack)).toHaveLength(1);
  });

  it("is retried for longer than two minutes while the instance is migrating", async () => {
    const stack = await startWithSource();
    stack.emulator.control.changeInstance(1, { status: "migrating" });
    makeBusy(stack, "images.create", 5 * minute);
    expect(failuresOf(await stack.up(declareGolden()))).toEqual([]);
  });

  it("is retried for longer than two minutes while another image is being captured", async () => {
    const stack = await startWithSource({ imagizingSeconds: 300 });
    await stack.clock.run(stack.services().client.images.create({ disk_id: 1, label: "theirs" }));
    makeBusy(stack, "images.create", 4 * minute);
    expect(failuresOf(await stack.up(declareGolden()))).toEqual([]);
    expect(goldenImagesIn(stack)).toHaveLength(1);
  });

  it("fails with the message of the service after the same error for two minutes while the instance is idle", async () => {
    const stack = await startWithSource();
    makeBusy(stack, "images.create", 60 * minute, 400, "Disk too large.");
    const { outcome, ms } = await measure(stack, stack.up(declareGolden()));
    expect(failuresOf(outcome).join()).toMatch(
      /failed for 2m, with no other job running: .*Disk too large\. Nothing was changed\./s,
    );
    expect(ms).toBeLessThan(2.5 * minute);
  });

  it("is retried only until its timeout", async () => {
    const stack = await startWithSource();
    makeBusy(stack, "images.create", 60 * minute);
    const { outcome, ms } = await measure(stack, stack.up(declareGolden({ timeouts: { create: "20s" } })));
    expect(failuresOf(outcome).join()).toMatch(/Node busy/);
    expect(ms).toBeLessThanOrEqual(21_000);
  });

  it("is searched for in lists and not retried if an error follows a lost response", async () => {
    const stack = await startWithSource();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "images.create", nth: 1, when: "after", effect: { html: 502 } });
    faults.add({ operation: "images.create", nth: 2, effect: { status: 400 } });
    faults.add({ operation: "images.list", effect: { staleList: 100_000 } });
    expect(failuresOf(await stack.up(declareGolden()))).toEqual([]);
    expect(captureCallsTo(stack)).toHaveLength(2);
    expect(goldenImagesIn(stack)).toHaveLength(1);
  });
});

describe("a clone", () => {
  const sourceAndCopy: ProgramFunction = async (register) => {
    const { outputs } = await register(declare("Instance", "source", smallInstance));
    const instanceId = Number(outputs.instanceId);
    await register(declare("Instance", "copy", { cloneFrom: { instanceId }, booted: false }));
    return {};
  };

  it("is retried for longer than two minutes after a 400, which the service sends for a sixth clone", async () => {
    const stack = new TestStack();
    makeBusy(stack, "instances.clone", 6 * minute);
    expect(failuresOf(await stack.up(sourceAndCopy))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
  });

  it("fails after any other error that persists for two minutes", async () => {
    const stack = new TestStack();
    makeBusy(stack, "instances.clone", 60 * minute, 403, "Unauthorized");
    const { outcome, ms } = await measure(stack, stack.up(sourceAndCopy));
    expect(failuresOf(outcome).join()).toMatch(
      /failed for 2m, with no other job running: .*403: Unauthorized/s,
    );
    expect(ms).toBeLessThan(4 * minute);
    expect(instancesIn(stack)).toHaveLength(1);
  });
});
