import { resourceTypes } from "../../src/resources/resource-types";
import { revealMap, Secret, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
  webInstanceFrom,
} from "./programs";

describe("creating an instance", () => {
  it("waits until it is running, and a second up sends no request", async () => {
    const stack = new TestStack();
    expect((await stack.up(webInstance({ tags: ["web", "Blue"] }))).result).toBe("succeeded");
    const [created] = instancesIn(stack);
    expect(created).toMatchObject({ status: "running", region: "us-east", tags: ["web", "Blue"] });
    expect(stack.outputs("web")).toMatchObject({ status: "running", instanceId: created?.id });
    expect(stack.outputs("web")?.ipv4).toHaveLength(1);
    stack.emulator.control.forgetRequests();
    expect((await stack.up(webInstance({ tags: ["blue", "web"] }))).counts).toMatchObject({
      updated: 0,
      created: 0,
    });
    expect(callsTo(stack)).toEqual([]);
  });

  it("generates a label from the resource's name and seven random characters", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    expect(stack.outputs("web")?.label).toMatch(/^web-[a-z0-9]{7}$/);
  });

  it("sends no label and no address of an interface that are empty or null", async () => {
    const stack = new TestStack();
    const interfaces = [
      { purpose: "public", label: "", ipamAddress: "" },
      { purpose: "vlan", label: "lan", ipamAddress: null },
    ];
    expect(failuresOf(await stack.up(webInstance({ interfaces })))).toEqual([]);
    const [config] = stack.emulator.control.world().configs;
    expect(config?.interfaces).toStrictEqual([{ purpose: "public" }, { purpose: "vlan", label: "lan" }]);
  });

  it("creates an empty instance, which stays offline", async () => {
    const stack = new TestStack();
    await stack.up(webInstanceFrom({ region: "us-east", type: "g1-nano-1" }));
    expect(instancesIn(stack)).toMatchObject([{ status: "offline", image: null }]);
    expect(callsTo(stack).filter((call) => call.endsWith("/boot"))).toEqual([]);
  });

  it("leaves it offline with `booted: false`, and boots it once the program declares true", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ booted: false }));
    expect(instancesIn(stack)).toMatchObject([{ status: "offline" }]);
    expect(stepsOf(await stack.up(webInstance({ booted: true })))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });

  it("runs a deployment script with its answers", async () => {
    const stack = new TestStack();
    const outcome = await stack.up(webInstance({ stackscriptId: 1, stackscriptData: { hostname: "web" } }));
    expect(failuresOf(outcome)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });

  it("clones an instance, boots the clone and sets the declared tags", async () => {
    const stack = new TestStack();
    const program = async (
      register: (goal: ReturnType<typeof declare>) => Promise<{ outputs: Record<string, unknown> }>,
    ) => {
      const source = await register(declare("Instance", "source", { ...smallInstance, tags: ["from"] }));
      const instanceId = Number(source.outputs.instanceId);
      await register(declare("Instance", "copy", { cloneFrom: { instanceId }, tags: ["copy"] }));
      return {};
    };
    const outcome = await stack.up(program);
    expect(failuresOf(outcome)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([
      { status: "running", tags: ["from"] },
      { status: "running", tags: ["copy"], type: "g1-nano-1", region: "us-east" },
    ]);
  });

  it("deploys from a backup without a password and waits until it is running", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: true }));
    await advanceUntilIdle(stack);
    const { client } = stack.services();
    const [source] = instancesIn(stack);
    const backup = await stack.clock.run(
      client.backups.snapshot({ instanceId: source?.id ?? 0, label: "before" }),
    );
    await stack.clock.advance(120_000);
    const sourceAndCopy = async (register: (goal: ReturnType<typeof declare>) => Promise<unknown>) => {
      await register(declare("Instance", "web", { ...smallInstance, backupsEnabled: true }));
      await register(
        declare("Instance", "copy", { region: "us-east", type: "g1-standard-1", backupId: backup.id }),
      );
      return {};
    };
    expect(failuresOf(await stack.up(sourceAndCopy))).toEqual([]);
    expect(stack.outputs("copy")).toMatchObject({ status: "running" });
  });

  it("sets alerts and the watchdog, which the create request has no field for", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ alerts: { cpu: 50, networkIn: 3 }, watchdogEnabled: false }));
    expect(instancesIn(stack)).toMatchObject([
      { alerts: { cpu: 50, network_in: 3, io: 10_000 }, watchdog_enabled: false },
    ]);
    expect(
      (await stack.up(webInstance({ alerts: { cpu: 50, networkIn: 3 }, watchdogEnabled: false }))).counts
        .updated,
    ).toBe(0);
  });

  it("requests a private address", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ privateIp: true }));
    expect(stack.outputs("web")?.ipv4).toHaveLength(2);
  });

  it("waits for 20 instances with at most 60 polls", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const program = async (register: (goal: ReturnType<typeof declare>) => Promise<unknown>) => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          register(declare("Instance", `web-${index}`, smallInstance)),
        ),
      );
      return {};
    };
    for (const parallel of [20, 8]) {
      stack.emulator.control.forgetRequests();
      expect((await stack.up(program, { parallel })).counts.created).toBe(20);
      const checks = ["GET /v4/regions", "GET /v4/images"];
      const polls = callsTo(stack).filter((call) => !call.startsWith("POST") && !checks.includes(call));
      expect(polls.length).toBeLessThanOrEqual(60);
      await stack.destroy();
    }
  });

  it("previews unknown values without a request", async () => {
    const stack = new TestStack();
    const unknowns = { region: unknown, image: unknown, tags: ["a-tag", unknown], rootPass: unknown };
    const outcome = await stack.preview(webInstance(unknowns));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts.created).toBe(1);
    expect(callsTo(stack)).toEqual([]);
  });

  it("keeps the password out of messages and outputs, and secret in the state", async () => {
    const stack = new TestStack();
    const outcome = await stack.up(webInstance());
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    expect(resource?.inputs.rootPass).toBeInstanceOf(Secret);
    expect(resource?.outputs.applied).toBeInstanceOf(Secret);
    const all = JSON.stringify([outcome.events, stack.messages, resource, stack.emulator.control.requests()]);
    expect(all).not.toContain("correct-horse-battery");
  });
});

describe("changing an instance", () => {
  it("sets label, group, tags, alerts and watchdog in place", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ tags: ["a-tag"] }));
    const [before] = instancesIn(stack);
    const changed = webInstance({
      label: "renamed",
      group: "g",
      tags: ["b-tag"],
      alerts: { io: 5 },
      watchdogEnabled: false,
    });
    expect(stepsOf(await stack.up(changed))).toEqual(["update web"]);
    expect(instancesIn(stack)).toMatchObject([
      {
        id: before?.id,
        label: "renamed",
        group: "g",
        tags: ["b-tag"],
        alerts: { io: 5, cpu: 90 },
        watchdog_enabled: false,
      },
    ]);
  });

  it("enables and cancels backups in place", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: false }));
    await stack.up(webInstance({ backupsEnabled: true }));
    expect(stack.outputs("web")?.backups).toMatchObject({ enabled: true });
    await stack.up(webInstance({ backupsEnabled: false }));
    expect(stack.outputs("web")?.backups).toMatchObject({ enabled: false });
    const refused = await stack.up(webInstance({ backupsEnabled: true }));
    expect(failuresOf(refused).join()).toMatch(
      /24 hours after backups were cancelled, a service may reject requests/,
    );
  });

  it("boots it although enabling its backups is rejected", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: true }));
    await stack.up(webInstance({ backupsEnabled: false }));
    stack.emulator.control.changeInstance(1, { status: "offline", watchdog_enabled: false });
    await stack.refresh();
    const refused = await stack.up(webInstance({ backupsEnabled: true }));
    expect(failuresOf(refused).join()).toMatch(/24 hours.*Remaining steps: backups \(/s);
    expect(instancesIn(stack)).toMatchObject([{ status: "running" }]);
  });

  it("resumes a change in the program that a failed step left, without calling it drift", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: true }));
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 400 } });
    const declared = { label: "renamed", backupsEnabled: false };
    expect(failuresOf(await stack.up(webInstance(declared)))).toHaveLength(1);
    stack.emulator.control.faults.clear();
    expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true } }]);
    stack.messages.length = 0;
    expect(stepsOf(await stack.preview(webInstance(declared)))).toEqual(["update web"]);
    expect(failuresOf(await stack.up(webInstance(declared)))).toEqual([]);
    expect(warningsOf(stack).join()).not.toContain("not repaired");
    expect(instancesIn(stack)).toMatchObject([{ label: "renamed", backups: { enabled: false } }]);
    expect(stepsOf(await stack.up(webInstance(declared)))).toEqual([]);
  });

  it("records the applied part of a failed change, so that the program can revert the rest", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: true, group: "old" }));
    stack.emulator.control.faults.add({ operation: "backups.cancel", effect: { status: 403 } });
    expect(failuresOf(await stack.up(webInstance({ backupsEnabled: false, group: "new" })))).toHaveLength(1);
    stack.emulator.control.faults.clear();
    const web = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"));
    const applied = web?.outputs.applied;
    expect(applied instanceof Secret && applied.reveal()).toMatchObject({
      ...{ backupsEnabled: true, group: "new" },
    });
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(webInstance({ backupsEnabled: true, group: "new" })))).toEqual([]);
    expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
  });

  it("replaces it when a create-only argument changes, and creates the new one first", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    const steps = stepsOf(await stack.up(webInstance({ type: "g1-standard-1" })));
    expect(steps).toEqual(["createReplacement web", "deleteReplaced web"]);
    expect(instancesIn(stack)).toMatchObject([{ type: "g1-standard-1", status: "running" }]);
  });

  it("deletes the old instance first if the label is explicit", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ label: "mine" }));
    const steps = stepsOf(await stack.up(webInstance({ label: "mine", type: "g1-standard-1" })));
    expect(steps).toEqual(["deleteReplaced web", "createReplacement web"]);
    expect(instancesIn(stack)).toMatchObject([{ type: "g1-standard-1", label: "mine", status: "running" }]);
  });

  it("does not replace it for a new SSH key, but warns when the key takes effect", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ authorizedKeys: ["ssh-ed25519 AAAA one"] }));
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(webInstance({ authorizedKeys: ["ssh-ed25519 BBBB two"] })))).toEqual([
      "update web",
    ]);
    expect(callsTo(stack)).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(
      /authorizedKeys has changed, but the service sets it at creation only/,
    );
    expect(stepsOf(await stack.up(webInstance({ authorizedKeys: ["ssh-ed25519 BBBB two"] })))).toEqual([]);
  });

  it.each([undefined, null])(
    "does not warn about SSH keys that are no longer declared: %s",
    async (authorizedKeys) => {
      const stack = new TestStack();
      await stack.up(webInstance({ authorizedKeys: ["ssh-ed25519 AAAA one"] }));
      expect(
        stepsOf(await stack.up(webInstance({ ...(authorizedKeys === null && { authorizedKeys }) }))),
      ).toEqual(["update web"]);
      expect(warningsOf(stack)).toEqual([]);
    },
  );

  it("records new timeouts without a request", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(webInstance({ timeouts: { delete: "1h" } })))).toEqual(["update web"]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("does nothing when an argument is removed from the program", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ tags: ["a-tag"], group: "g" }));
    await stack.up(webInstance());
    expect(instancesIn(stack)).toMatchObject([{ tags: ["a-tag"], group: "g" }]);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
  });

  it("changes only declared fields, even if the service resets omitted ones", async () => {
    const stack = new TestStack({ settings: { putOmitted: "replace" } });
    await stack.up(webInstance({ tags: ["a-tag"], alerts: { cpu: 7 } }));
    await stack.up(webInstance({ tags: ["b-tag"] }));
    expect(instancesIn(stack)).toMatchObject([{ tags: ["b-tag"], alerts: { cpu: 7, io: 10_000 } }]);
  });
});

describe("destroying an instance", () => {
  it("waits until it no longer exists", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });

  it("succeeds if it no longer exists", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.reset();
    expect((await stack.destroy()).result).toBe("succeeded");
  });

  it("succeeds if the delete is carried out and returns 503", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.faults.add({
      operation: "instances.delete",
      when: "after",
      count: 1,
      effect: { status: 503 },
    });
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });
});

it("keeps a backup service that someone else enabled when its program begins to declare `backupsEnabled: false`", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  const { client } = stack.services();
  await stack.clock.advance(120_000);
  await stack.clock.run(client.backups.enable({ instanceId: 1 }));
  await stack.clock.advance(120_000);
  await stack.refresh();
  expect(failuresOf(await stack.up(webInstance({ backupsEnabled: false })))).toEqual([]);
  expect(warningsOf(stack).join()).toContain("cancelling the backup service deletes all backups");
  expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true } }]);
});

it("is deleted for a replacement that only the engine decided on, although its state has another name", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  const state = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"));
  const [inputs, outputs] = [revealMap(state?.inputs ?? {}), revealMap(state?.outputs ?? {})];
  const lifecycle = resourceTypes.Instance.lifecycle(stack.services());
  const renamed = { project: "project", stack: "dev", type: "Instance", name: "shop" };
  expect(await stack.clock.run(lifecycle.diff("1", outputs, { ...inputs, origin: renamed }))).toMatchObject({
    replaces: [],
  });
  await stack.clock.run(lifecycle.delete("1", outputs));
  expect(instancesIn(stack)).toEqual([]);
});

it("has a null backup day and window in its outputs while the service returns a word for them", async () => {
  const stack = new TestStack({ settings: { newSchedule: "Scheduling" } });
  await stack.up(webInstance({ backupsEnabled: true }));
  const { client } = stack.services();
  const { backups } = await stack.clock.run(client.instances.view({ instanceId: 1 }));
  expect(backups.schedule).toEqual({ day: "Scheduling", window: "Scheduling" });
  const expected = { enabled: true, lastSuccessful: null, schedule: { day: null, window: null } };
  expect(stack.outputs("web")?.backups).toEqual(expected);
  await stack.refresh();
  expect(stack.outputs("web")?.backups).toEqual(expected);
});
