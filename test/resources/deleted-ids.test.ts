import { wellKnownTokens } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { rowsOf, scan } from "../drift/scan/recorded";
import { emptyProgram, failuresOf, instancesIn, stepsOf, webInstance } from "./programs";

const minute = 60_000;

describe("a service that returns 410 for missing objects", () => {
  const settings = { unknownIdStatus: 410 } as const;

  it("ends a delete", async () => {
    const stack = new TestStack({ settings });
    await stack.up(webInstance());
    const start = stack.clock.now();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(stack.clock.now() - start).toBeLessThan(minute);
    expect(stack.outputs("web")).toBeUndefined();
  });

  it("lets a refresh, a delete and a drift report find that an object was deleted", async () => {
    const stack = new TestStack({ settings });
    await stack.up(webInstance());
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    expect(rowsOf(await scan(stack, { unmanaged: false }))).toEqual(["deleted Instance"]);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    await stack.up(webInstance());
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 2 });
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stepsOf(await stack.up(webInstance()))).toEqual(["create web"]);
  });

  it("counts a delete as done if it was carried out and its response was lost", async () => {
    const stack = new TestStack({ settings });
    await stack.up(webInstance());
    const lost = { operation: "instances.delete", when: "after", effect: { status: 503 }, count: 1 } as const;
    stack.emulator.control.faults.add(lost);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("a service that rejects a restricted user's views of missing objects", () => {
  const restricted = { settings: { grantsFirst: true }, token: wellKnownTokens.restricted };

  it("completes an accepted delete once lists cannot lag behind it", async () => {
    const stack = new TestStack(restricted);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    const start = stack.clock.now();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
    expect(stack.outputs("web")).toBeUndefined();
    expect(stack.clock.now() - start).toBeGreaterThanOrEqual(minute);
    expect(stack.clock.now() - start).toBeLessThan(2 * minute);
  });

  it("fails a delete whose object a list still contains after a minute", async () => {
    const stack = new TestStack(restricted);
    await stack.up(webInstance());
    stack.emulator.control.settings({ deletingSeconds: 300 });
    await stack.clock.advance(minute);
    const refused = { operation: "instances.view", effect: { status: 403 } } as const;
    void stack.clock.sleep(2000).then(() => stack.emulator.control.faults.add(refused));
    expect(failuresOf(await stack.destroy()).join()).toMatch(/403.* may no longer exist/);
    expect(stack.outputs("web")).toBeDefined();
  });

  it("fails a delete that may not have been accepted", async () => {
    const stack = new TestStack(restricted);
    await stack.up(webInstance());
    const lost = { operation: "instances.delete", when: "after", effect: { status: 503 } } as const;
    stack.emulator.control.faults.add(lost);
    expect(failuresOf(await stack.destroy()).join()).toMatch(/403/);
    expect(stack.outputs("web")).toBeDefined();
  });

  it("fails a delete whose timeout is shorter than lists may lag", async () => {
    const stack = new TestStack(restricted);
    await stack.up(webInstance({ timeouts: { delete: "50s" } }));
    expect(failuresOf(await stack.destroy()).join()).toMatch(/403.* may no longer exist/);
  });

  it("does not treat an object as deleted that someone else deleted or that is no longer granted", async () => {
    const stack = new TestStack(restricted);
    await stack.up(webInstance());
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(5 * minute);
    for (const outcome of [await stack.refresh(), await stack.destroy()])
      expect(failuresOf(outcome).join()).toMatch(/403/);
    expect(stack.outputs("web")).toBeDefined();
  });
});
