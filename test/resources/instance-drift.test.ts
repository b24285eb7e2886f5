import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { callsTo, failuresOf, instancesIn, stepsOf, warningsOf, webInstance } from "./programs";

const declared = {
  label: "mine",
  group: "g",
  tags: ["a-tag"],
  alerts: { cpu: 50 },
  watchdogEnabled: true,
  backupsEnabled: true,
};

async function startInstance() {
  const stack = new TestStack();
  expect((await stack.up(webInstance(declared))).result).toBe("succeeded");
  await advanceUntilIdle(stack);
  return { stack, id: instancesIn(stack)[0]?.id ?? 0 };
}

describe("drift of an instance", () => {
  it("is not repaired in arguments that are not declared", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.changeInstance(instancesIn(stack)[0]?.id ?? 0, {
      tags: ["theirs"],
      group: "theirs",
    });
    await stack.refresh();
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
  });

  it.each([
    [10, "running"],
    [20, "offline"],
  ])(
    "in the status counts only if it lasts 15 s: `offline` for %i s is read as `%s`",
    async (seconds, status) => {
      const { stack, id } = await startInstance();
      const { control } = stack.emulator;
      control.changeInstance(id, { status: "offline", watchdog_enabled: false });
      void stack.clock.sleep(seconds * 1000).then(() => control.changeInstance(id, { status: "running" }));
      expect(failuresOf(await stack.refresh())).toEqual([]);
      expect(stack.outputs("web")).toMatchObject({ status });
    },
  );

  it("in `backupsEnabled: false` causes a warning and no repair, which would delete the backups", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: false }));
    await advanceUntilIdle(stack);
    const id = instancesIn(stack)[0]?.id ?? 0;
    await stack.clock.run(stack.services().client.backups.enable({ instanceId: id }));
    await stack.refresh();
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(webInstance({ backupsEnabled: false })))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/backupsEnabled is true and not false.*not repaired/);
    expect(stack.outputs("web")?.backups).toMatchObject({ enabled: true });
  });

  it("in the region of an instance with a generated label needs no option for its replacement", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.changeInstance(instancesIn(stack)[0]?.id ?? 0, { region: "us-central" });
    await stack.refresh();
    await stack.up(webInstance());
    expect(warningsOf(stack).join()).toMatch(/--replace urn:\S+::web`\.$/);
  });

  it("in the region causes one warning in an up that refreshes first", async () => {
    const { stack, id } = await startInstance();
    stack.emulator.control.changeInstance(id, { region: "us-central" });
    stack.messages.length = 0;
    await stack.up(webInstance(declared), { refreshFirst: true });
    expect(warningsOf(stack).filter((message) => message.includes("region is"))).toHaveLength(1);
  });

  it("in the region causes a warning and no repair, until the program declares the live region", async () => {
    const { stack, id } = await startInstance();
    stack.emulator.control.changeInstance(id, { region: "us-central" });
    await stack.refresh();
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(webInstance(declared)))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(
      /region is "us-central" and not "us-east".*--replace urn:\S+::web`\.$/,
    );
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(webInstance({ ...declared, region: "us-central" })))).toEqual([
      "update web",
    ]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id, region: "us-central" }]);
  });

  it("to `offline` is repaired by one boot", async () => {
    const { stack, id } = await startInstance();
    stack.emulator.control.changeInstance(id, { status: "offline", watchdog_enabled: false });
    await stack.refresh();
    expect(stepsOf(await stack.up(webInstance({ ...declared, watchdogEnabled: undefined })))).toEqual([
      "update web",
    ]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
    expect(callsTo(stack).filter((call) => call.endsWith("/boot"))).toHaveLength(1);
  });

  it("to `stopped`, as during maintenance, is not repaired", async () => {
    const { stack, id } = await startInstance();
    stack.emulator.control.changeInstance(id, { status: "stopped" });
    await stack.refresh();
    expect(stack.outputs("web")?.status).toBe("stopped");
    expect(stepsOf(await stack.up(webInstance(declared)))).toEqual([]);
  });

  it("that deletes it is noticed by refresh, and up creates it again", async () => {
    const { stack, id } = await startInstance();
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: id }));
    await stack.clock.advance(60_000);
    await stack.refresh();
    expect(stack.outputs("web")).toBeUndefined();
    expect(stepsOf(await stack.up(webInstance(declared)))).toEqual(["create web"]);
  });

  it("is not inferred from a proxy's page, a rejected token or an outage, and the state is kept", async () => {
    for (const effect of [
      { html: 404 },
      { status: 401 },
      { status: 403 },
      { status: 500 },
      { refused: true as const },
    ]) {
      const { stack } = await startInstance();
      stack.emulator.control.faults.add({ operation: "*", effect });
      const outcome = await stack.refresh();
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)[0]).toMatch(/instances\.(view|list)/);
      expect(stack.outputs("web")).toBeDefined();
    }
  });

  it("is read page by page for 500 instances, not one by one", async () => {
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
    await advanceUntilIdle(stack);
    stack.emulator.control.forgetRequests();
    expect((await stack.refresh({ parallel: 8 })).result).toBe("succeeded");
    expect(callsTo(stack).length).toBeLessThanOrEqual(10);
  }, 120_000);
});
