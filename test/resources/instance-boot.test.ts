import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  webInstance,
  webInstanceFrom,
} from "./programs";

const countBoots = (stack: TestStack) => callsTo(stack).filter((call) => call.endsWith("/boot")).length;

/** The time from the last call of an operation to the last call of all, in seconds. */
function secondsAfter(stack: TestStack, operation: string): number {
  const requests = stack.emulator.control.requests();
  const call = requests.findLast((request) => request.operation === operation);
  return (Date.parse(requests.at(-1)?.time ?? "") - Date.parse(call?.time ?? "")) / 1000;
}

/** A stack whose service returns `offline` for this many seconds before it boots a new instance itself. */
const createStackBootingAfter = (seconds: number) =>
  new TestStack({ settings: { extraStatuses: true, extraSeconds: seconds } });

const sourceAndClone: ProgramFunction = async (register) => {
  const { outputs } = await register(declare("Instance", "source", smallInstance));
  const instanceId = Number(outputs.instanceId);
  await register(declare("Instance", "clone", { cloneFrom: { instanceId } }));
  return {};
};

describe("a new instance", () => {
  it.each([5, 20, 45, 60])(
    "is not booted again if the service's own boot begins %i s after `offline`",
    async (seconds) => {
      const stack = createStackBootingAfter(seconds);
      expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
      expect(countBoots(stack)).toBe(0);
    },
  );

  it.each([15, 60])(
    "is not booted if the service's own boot begins after %i s, even with other settings declared",
    async (seconds) => {
      const stack = new TestStack({ settings: { bootDelaySeconds: seconds, busySeconds: 30 } });
      const declared = { watchdogEnabled: false, alerts: { cpu: 50 }, backupsEnabled: true };
      expect(failuresOf(await stack.up(webInstance(declared)))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
      expect(countBoots(stack)).toBe(0);
      expect(stepsOf(await stack.up(webInstance(declared)))).toEqual([]);
    },
  );

  it("is not booted again by the run after one that timed out", async () => {
    const stack = createStackBootingAfter(60);
    await stack.up(webInstance({ timeouts: { create: "25s" } }));
    expect(failuresOf(await stack.up(webInstance({ timeouts: { create: "25s" } })))).toEqual([]);
    expect(countBoots(stack)).toBe(0);
  });

  it("is booted once if the service leaves it `offline`", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600 } });
    void stack.clock.sleep(2000).then(() => stack.emulator.control.changeInstance(1, { status: "offline" }));
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
    expect(countBoots(stack)).toBe(1);
  });

  it("is not booted if it is `offline` twice, and not for long either time, before it runs", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600 } });
    const { clock, emulator } = stack;
    void (async () => {
      for (const [seconds, status] of [
        [2, "offline"],
        [40, "booting"],
        [10, "offline"],
        [40, "running"],
      ] as const) {
        await clock.sleep(seconds * 1000);
        emulator.control.changeInstance(1, { status });
      }
    })();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
    expect(countBoots(stack)).toBe(0);
  });

  it("is booted within a short timeout if the service leaves it `offline`", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600, bootingSeconds: 5 } });
    void stack.clock.sleep(2000).then(() => stack.emulator.control.changeInstance(1, { status: "offline" }));
    expect(failuresOf(await stack.up(webInstance({ timeouts: { create: "50s" } })))).toEqual([]);
    expect(countBoots(stack)).toBe(1);
  });

  it("fails with a hint to its console if it is `offline` again after each of three boots", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ booted: false }));
    const { control } = stack.emulator;
    const reply = { status: 200, body: {} };
    control.faults.add({ operation: "instances.boot", effect: reply });
    // It is `booting` for ten seconds of every five minutes, after which a boot is sent again.
    void (async () => {
      for (let boots = 0; boots < 6; boots++) {
        await stack.clock.sleep(20_000);
        control.changeInstance(1, { status: "booting" });
        await stack.clock.sleep(10_000);
        control.changeInstance(1, { status: "offline" });
        await stack.clock.sleep(270_000);
      }
    })();
    const outcome = await stack.up(webInstance({ booted: true, timeouts: { update: "1h" } }));
    expect(failuresOf(outcome).join()).toMatch(/booted 3 times, and was offline again each time/);
    expect(countBoots(stack)).toBe(3);
  });

  it("is waited for if its boot is rejected because the service's own boot has begun", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600 } });
    const { control } = stack.emulator;
    void stack.clock.sleep(2000).then(() => control.changeInstance(1, { status: "offline" }));
    control.faults.add({ operation: "instances.boot", nth: 1, when: "after", effect: { status: 400 } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(countBoots(stack)).toBe(1);
  });

  it("is booted once if it is a clone that is left `offline`", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(sourceAndClone))).toEqual([]);
    expect(instancesIn(stack).map(({ status }) => status)).toEqual(["running", "running"]);
    expect(countBoots(stack)).toBe(1);
  });
});

describe("an instance that has stopped", () => {
  it("does not delay the polls of one that is created after it", async () => {
    const settings = { watchdogSeconds: 3600, provisioningSeconds: 5, bootingSeconds: 3 };
    const stack = new TestStack({ settings });
    await stack.up(webInstance());
    const usual = secondsAfter(stack, "instances.create");
    stack.emulator.control.changeInstance(1, { status: "offline" });
    const both: ProgramFunction = async (register) => {
      const web = await register(declare("Instance", "web", smallInstance));
      const dependencies = [web.urn];
      await register({ ...declare("Instance", "second", smallInstance), dependencies });
      return {};
    };
    expect(failuresOf(await stack.up(both, { refreshFirst: true }))).toEqual([]);
    expect(secondsAfter(stack, "instances.create")).toBeLessThan(usual + 5);
  });
});

describe("a boot request", () => {
  it.each(["of an instance that has stopped", "of a clone that is left offline"])(
    "%s is followed by a poll within 15 s",
    async (instance) => {
      const stack = new TestStack({ settings: { watchdogSeconds: 3600, bootingSeconds: 3 } });
      const isClone = instance.includes("clone");
      if (!isClone) {
        await stack.up(webInstance());
        stack.emulator.control.changeInstance(1, { status: "offline" });
      }
      const program = isClone ? sourceAndClone : webInstance();
      expect(failuresOf(await stack.up(program, { refreshFirst: true }))).toEqual([]);
      const seconds = secondsAfter(stack, "instances.boot");
      expect(seconds).toBeGreaterThan(3);
      expect(seconds).toBeLessThan(15);
    },
  );

  it("is not sent again when its response is lost and the boot begins a minute later", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ booted: false }));
    const { control } = stack.emulator;
    // The response is lost, and the instance stays `offline` until the boot begins.
    control.faults.add({ operation: "instances.boot", nth: 1, effect: { html: 502 } });
    const begins = stack.clock.sleep(75_000).then(() => control.changeInstance(1, { status: "running" }));
    expect(failuresOf(await stack.up(webInstance({ booted: true })))).toEqual([]);
    await begins;
    expect(countBoots(stack)).toBe(1);
  });

  it("is sent again when it was lost", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ booted: false }));
    stack.emulator.control.faults.add({ operation: "instances.boot", nth: 1, effect: { html: 502 } });
    expect(failuresOf(await stack.up(webInstance({ booted: true })))).toEqual([]);
    expect(countBoots(stack)).toBe(2);
    expect(stepsOf(await stack.up(webInstance({ booted: true })))).toEqual([]);
  });

  it("is not sent again when it is accepted and the boot begins a minute later", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ booted: false }));
    const { control } = stack.emulator;
    control.faults.add({ operation: "instances.boot", nth: 1, effect: { status: 200, body: {} } });
    const begins = stack.clock.sleep(75_000).then(() => control.changeInstance(1, { status: "running" }));
    expect(failuresOf(await stack.up(webInstance({ booted: true })))).toEqual([]);
    await begins;
    expect(countBoots(stack)).toBe(1);
  });

  it("is sent without delay for an instance that was created empty", async () => {
    const stack = new TestStack();
    const empty = { region: "us-east", type: "g1-nano-1" };
    await stack.up(webInstanceFrom(empty));
    const bootsAfter30s = stack.clock.sleep(30_000).then(() => countBoots(stack));
    // It has no configuration to boot, so the boot fails; the test checks when it was requested.
    const outcome = await stack.up(webInstanceFrom({ ...empty, booted: true, timeouts: { update: "1m" } }));
    expect(failuresOf(outcome).join()).toMatch(/no configuration to boot/);
    expect(await bootsAfter30s).toBeGreaterThan(0);
  });
});
