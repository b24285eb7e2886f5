import { declare, TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, stepsOf, warningsOf, web } from "./programs";

const declared = {
  label: "mine",
  group: "g",
  tags: ["a"],
  alerts: { cpu: 50 },
  watchdogEnabled: true,
  backupsEnabled: true,
};

async function running(settings = {}) {
  const stack = new TestStack({ settings });
  expect((await stack.up(web(declared))).result).toBe("succeeded");
  return { stack, id: instancesIn(stack)[0]?.id ?? 0 };
}

describe("drift of an instance", () => {
  it("is none after an up, whatever was declared", async () => {
    const { stack } = await running();
    await stack.refresh();
    expect(stepsOf(await stack.preview(web(declared)))).toEqual([]);
  });

  it.each([
    ["label", { label: "other" }],
    ["group", { group: "other" }],
    ["tags", { tags: ["a", "b"] }],
    ["alerts", { alerts: { cpu: 1, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 } }],
    ["watchdogEnabled", { watchdog_enabled: false }],
  ])("in %s is shown by refresh and put back by up", async (_, patch) => {
    const { stack, id } = await running();
    const [before] = instancesIn(stack);
    stack.emulator.control.changeInstance(id, patch);
    await stack.refresh();
    expect(stepsOf(await stack.up(web(declared)))).toEqual(["update web"]);
    const { label, group, tags, alerts, watchdog_enabled } = before!;
    expect(instancesIn(stack)).toMatchObject([{ label, group, tags, alerts, watchdog_enabled }]);
    expect(stepsOf(await stack.up(web(declared)))).toEqual([]);
  });

  it("of what is not declared is left alone", async () => {
    const stack = new TestStack();
    await stack.up(web());
    stack.emulator.control.changeInstance(instancesIn(stack)[0]?.id ?? 0, {
      tags: ["theirs"],
      group: "theirs",
    });
    await stack.refresh();
    expect(stepsOf(await stack.up(web()))).toEqual([]);
  });

  it("to a cancelled backup service is put back", async () => {
    const { stack, id } = await running({ enableAfterCancel: "allowed" });
    await stack.clock.run(stack.services().client.backups.cancel({ instanceId: id }));
    await stack.refresh();
    expect(stepsOf(await stack.up(web(declared)))).toEqual(["update web"]);
    expect(stack.outputs("web")?.backups).toMatchObject({ enabled: true });
  });

  it("to an enabled backup service is warned about and left: cancelling would delete the backups", async () => {
    const stack = new TestStack();
    await stack.up(web({ backupsEnabled: false }));
    const id = instancesIn(stack)[0]?.id ?? 0;
    await stack.clock.run(stack.services().client.backups.enable({ instanceId: id }));
    await stack.refresh();
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(web({ backupsEnabled: false })))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/backupsEnabled is true and not false.*not repaired/);
    expect(stack.outputs("web")?.backups).toMatchObject({ enabled: true });
  });

  it("to another region is warned about and left, until the program agrees with what is there", async () => {
    const { stack, id } = await running();
    stack.emulator.control.changeInstance(id, { region: "us-central" });
    await stack.refresh();
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(web(declared)))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/region is "us-central" and not "us-east".*--replace/);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(web({ ...declared, region: "us-central" })))).toEqual(["update web"]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id, region: "us-central" }]);
  });

  it("to offline boots it, when it is seen twice", async () => {
    const { stack, id } = await running();
    stack.emulator.control.changeInstance(id, { status: "offline", watchdog_enabled: false });
    await stack.refresh();
    expect(stepsOf(await stack.up(web({ ...declared, watchdogEnabled: undefined })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
    expect(callsTo(stack).filter((call) => call.endsWith("/boot"))).toHaveLength(1);
  });

  it("to stopped, as in a maintenance, is not acted on", async () => {
    const { stack, id } = await running();
    stack.emulator.control.changeInstance(id, { status: "stopped" });
    await stack.refresh();
    expect(stack.outputs("web")?.status).toBe("stopped");
    expect(stepsOf(await stack.up(web(declared)))).toEqual([]);
  });

  it("to nothing is noticed by refresh, and up creates it anew", async () => {
    const { stack, id } = await running();
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: id }));
    await stack.clock.advance(60_000);
    await stack.refresh();
    expect(stack.outputs("web")).toBeUndefined();
    expect(stepsOf(await stack.up(web(declared)))).toEqual(["create web"]);
  });

  it("is not invented by a proxy's page, a lost scope or a service that is down: the state stays", async () => {
    for (const effect of [
      { html: 404 },
      { status: 401 },
      { status: 403 },
      { status: 500 },
      { refused: true as const },
    ]) {
      const { stack } = await running();
      stack.emulator.control.faults.add({ operation: "*", effect });
      const outcome = await stack.refresh();
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)[0]).toMatch(/instances\.(view|list)/);
      expect(stack.outputs("web")).toBeDefined();
    }
  });

  it("reads five hundred in pages, not one by one", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const many = async (register: (goal: ReturnType<typeof declare>) => Promise<unknown>) => {
      await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          register(declare("Instance", `empty-${index}`, { region: "us-east", type: "g1-nano-1" })),
        ),
      );
      return {};
    };
    expect((await stack.up(many, { parallel: 64 })).counts.created).toBe(500);
    stack.emulator.control.forgetRequests();
    expect((await stack.refresh({ parallel: 8 })).result).toBe("succeeded");
    expect(callsTo(stack).length).toBeLessThanOrEqual(10);
  }, 120_000);
});
