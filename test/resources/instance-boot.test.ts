import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, smallInstance, stepsOf, web, webFrom } from "./programs";

const boots = (stack: TestStack) => callsTo(stack).filter((call) => call.endsWith("/boot")).length;

/** The service shows `offline` for so many seconds before its own boot begins. */
const bootsAfter = (seconds: number) =>
  new TestStack({ settings: { extraStatuses: true, extraSeconds: seconds } });

const copy: ProgramFunction = async (register) => {
  const { outputs } = await register(declare("Instance", "source", smallInstance));
  const instanceId = Number(outputs.instanceId);
  await register(declare("Instance", "copy", { cloneFrom: { instanceId } }));
  return {};
};

describe("a new instance", () => {
  it.each([5, 20, 45, 60])("whose boot begins %i s after `offline` is not booted again", async (seconds) => {
    const stack = bootsAfter(seconds);
    expect(failuresOf(await stack.up(web()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
    expect(boots(stack)).toBe(0);
  });

  it.each([15, 60])(
    "that waits %i s for the service's own boot runs, whatever else is declared",
    async (seconds) => {
      const stack = new TestStack({ settings: { bootDelaySeconds: seconds, busySeconds: 30 } });
      const declared = { watchdogEnabled: false, alerts: { cpu: 50 }, backupsEnabled: true };
      expect(failuresOf(await stack.up(web(declared)))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
      expect(boots(stack)).toBe(0);
      expect(stepsOf(await stack.up(web(declared)))).toEqual([]);
    },
  );

  it("is not booted again by the run after one that was given too little time", async () => {
    const stack = bootsAfter(60);
    await stack.up(web({ timeouts: { create: "25s" } }));
    expect(failuresOf(await stack.up(web({ timeouts: { create: "25s" } })))).toEqual([]);
    expect(boots(stack)).toBe(0);
  });

  it("that the service leaves `offline` is booted, once", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600 } });
    void stack.clock.sleep(2000).then(() => stack.emulator.control.changeInstance(1, { status: "offline" }));
    expect(failuresOf(await stack.up(web()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
    expect(boots(stack)).toBe(1);
  });

  it("that the service leaves `offline` is booted within a short time allowed", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600, bootingSeconds: 5 } });
    void stack.clock.sleep(2000).then(() => stack.emulator.control.changeInstance(1, { status: "offline" }));
    expect(failuresOf(await stack.up(web({ timeouts: { create: "50s" } })))).toEqual([]);
    expect(boots(stack)).toBe(1);
  });

  it("whose boot is refused because the service's own has begun meanwhile is waited for", async () => {
    const stack = new TestStack({ settings: { watchdogSeconds: 3600 } });
    const { control } = stack.emulator;
    void stack.clock.sleep(2000).then(() => control.changeInstance(1, { status: "offline" }));
    control.faults.add({ operation: "instances.boot", nth: 1, when: "after", effect: { status: 400 } });
    expect(failuresOf(await stack.up(web()))).toEqual([]);
    expect(boots(stack)).toBe(1);
  });

  it("that was cloned and is left `offline` is booted, once", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(copy))).toEqual([]);
    expect(instancesIn(stack).map(({ status }) => status)).toEqual(["running", "running"]);
    expect(boots(stack)).toBe(1);
  });
});

describe("a boot", () => {
  it("whose answer is lost and that begins a minute later is not sent again", async () => {
    const stack = new TestStack();
    await stack.up(web({ booted: false }));
    const { control } = stack.emulator;
    // The service accepts it, and goes on showing `offline` until it begins.
    control.faults.add({ operation: "instances.boot", nth: 1, effect: { html: 502 } });
    const begins = stack.clock.sleep(75_000).then(() => control.changeInstance(1, { status: "running" }));
    expect(failuresOf(await stack.up(web({ booted: true })))).toEqual([]);
    await begins;
    expect(boots(stack)).toBe(1);
  });

  it("whose request was lost is sent again", async () => {
    const stack = new TestStack();
    await stack.up(web({ booted: false }));
    stack.emulator.control.faults.add({ operation: "instances.boot", nth: 1, effect: { html: 502 } });
    expect(failuresOf(await stack.up(web({ booted: true })))).toEqual([]);
    expect(boots(stack)).toBe(2);
    expect(stepsOf(await stack.up(web({ booted: true })))).toEqual([]);
  });

  it("that is accepted and begins a minute later is not sent again", async () => {
    const stack = new TestStack();
    await stack.up(web({ booted: false }));
    const { control } = stack.emulator;
    control.faults.add({ operation: "instances.boot", nth: 1, effect: { status: 200, body: {} } });
    const begins = stack.clock.sleep(75_000).then(() => control.changeInstance(1, { status: "running" }));
    expect(failuresOf(await stack.up(web({ booted: true })))).toEqual([]);
    await begins;
    expect(boots(stack)).toBe(1);
  });

  it("of an instance that was empty is sent without that wait", async () => {
    const stack = new TestStack();
    const empty = { region: "us-east", type: "g1-nano-1" };
    await stack.up(webFrom(empty));
    const bootsByThen = stack.clock.sleep(30_000).then(() => boots(stack));
    // It has no configuration to boot: what counts is when that was tried.
    const outcome = await stack.up(webFrom({ ...empty, booted: true, timeouts: { update: "1m" } }));
    expect(failuresOf(outcome).join()).toMatch(/no configuration to boot/);
    expect(await bootsByThen).toBeGreaterThan(0);
  });
});
