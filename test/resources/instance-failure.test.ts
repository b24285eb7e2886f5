import { TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, stepsOf, webInstance } from "./programs";

const slowService = { provisioningSeconds: 3600 };
const shortTimeouts = { timeouts: { create: "1m", update: "1m" } };

describe("an instance that is not running before the timeout", () => {
  it("stays in the state with its remaining steps, and the next up resumes waiting", async () => {
    const stack = new TestStack({ settings: slowService });
    const outcome = await stack.up(webInstance(shortTimeouts));
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome).join()).toMatch(
      /instance 1 exists and is in the state.*Timed out after 1m while waiting for instance 1 to be running: it is provisioning.*Remaining steps: ready/s,
    );
    await stack.clock.advance(3_600_000);
    expect(stepsOf(await stack.up(webInstance(shortTimeouts)))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
    expect(stack.outputs("web")).not.toHaveProperty("unfinished");
    expect(stepsOf(await stack.up(webInstance(shortTimeouts)))).toEqual([]);
  });

  it("is resumed even after a refresh cleared the engine's mark of the failure", async () => {
    const stack = new TestStack({ settings: slowService });
    await stack.up(webInstance({ ...shortTimeouts, watchdogEnabled: false }));
    await stack.refresh();
    await stack.clock.advance(3_600_000);
    expect(stepsOf(await stack.up(webInstance({ ...shortTimeouts, watchdogEnabled: false })))).toEqual([
      "update web",
    ]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });

  it("is not affected by failing requests while it is waited for", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.view", every: 2, effect: { html: 502 } });
    stack.emulator.control.faults.add({ operation: "instances.view", every: 3, effect: { garbage: true } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it("fails when views are rejected, and stays in the state", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.view", effect: { status: 403 } });
    const outcome = await stack.up(webInstance());
    expect(failuresOf(outcome).join()).toMatch(/instance 1 exists.*403/s);
    stack.emulator.control.faults.clear();
    expect(stepsOf(await stack.up(webInstance()))).toEqual(["update web"]);
    expect(instancesIn(stack)).toHaveLength(1);
  });
});

describe("a setup step that fails after the create", () => {
  it("is resumed with the steps after it by the next up", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 422 } });
    const outcome = await stack.up(webInstance({ watchdogEnabled: false }));
    expect(failuresOf(outcome).join()).toMatch(/Remaining steps: settings, ready/);
    stack.emulator.control.faults.clear();
    expect(stepsOf(await stack.up(webInstance({ watchdogEnabled: false })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running", watchdog_enabled: false }]);
  });

  it("is sent again while the service is busy", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.changeInstance(1, { status: "migrating" });
    stack.emulator.control.faults.add({ operation: "instances.update", count: 3, effect: { status: 409 } });
    expect(failuresOf(await stack.up(webInstance({ group: "g" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ group: "g" }]);
  });
});

describe("a rejected create", () => {
  it("leaves nothing behind and names the argument", async () => {
    const stack = new TestStack();
    const outcome = await stack.up(webInstance({ region: "atlantis" }));
    expect(failuresOf(outcome).join()).toMatch(/region/);
    expect(instancesIn(stack)).toEqual([]);
    expect(stack.outputs("web")).toBeUndefined();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  });

  it.each([
    ["a wrong token", { token: "wrong" }, /401/, ["GET /v4/node/instances"]],
    ["a missing scope", { token: "emulator-read-only" }, /scope|401|403/, []],
  ])("reports one message for %s", async (_, options, message, more) => {
    const stack = new TestStack(options);
    const outcome = await stack.up(webInstance());
    expect(failuresOf(outcome)).toHaveLength(1);
    expect(failuresOf(outcome)[0]).toMatch(message);
    expect(failuresOf(outcome)[0]).not.toMatch(/\n\s+at /);
    const checks = ["GET /v4/regions", "GET /v4/images", ...more];
    expect(callsTo(stack)).toEqual([...checks, "GET /v4/account", "POST /v4/node/instances"]);
  });
});
