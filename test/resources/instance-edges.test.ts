import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
  webInstanceFrom,
} from "./programs";

/** A program that declares an instance and this many clones of it, all at once. */
const declareClones =
  (count: number, inputs: PropertyMap = {}): ProgramFunction =>
  async (register) => {
    const source = await register(declare("Instance", "source", smallInstance));
    const instanceId = Number(source.outputs.instanceId);
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        register(declare("Instance", `copy-${index}`, { cloneFrom: { instanceId }, ...inputs })),
      ),
    );
    return {};
  };

describe("an engine that is killed", () => {
  it("while a create waits for the rate limit sends no further request, and the next up creates no duplicate", async () => {
    const stack = new TestStack({ settings: { rateLimits: "tight" } });
    const many: ProgramFunction = async (register) => {
      await Promise.all(
        [1, 2, 3, 4, 5, 6].map((number) => register(declare("Instance", `web-${number}`, smallInstance))),
      );
      return {};
    };
    stack.emulator.control.faults.add({ operation: "instances.create", nth: 3, effect: { latency: 1 } });
    const kill = stack.clock.sleep(5000).then(() => {
      stack.engineRuns = false;
    });
    await stack.killAfterWrites(12, () => Promise.all([stack.up(many), stack.clock.run(kill)]));
    expect(instancesIn(stack).length).toBeLessThan(6);
    stack.engineRuns = true;
    expect(failuresOf(await stack.up(many))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(6);
  });

  it("after it received the id leaves an intent by which the next up finds the explicit label", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(4, () => stack.up(webInstance({ label: "mine" })));
    expect(instancesIn(stack)).toHaveLength(1);
    expect(failuresOf(await stack.up(webInstance({ label: "mine" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, label: "mine" }]);
  });

  it("leaves an instance that the next up changes to what the program declares then", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(4, () => stack.up(webInstance({ tags: ["old"] })));
    expect(failuresOf(await stack.up(webInstance({ tags: ["new"] })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ tags: ["new"], label: stack.outputs("web")?.label }]);
    expect(stepsOf(await stack.up(webInstance({ tags: ["new"] })))).toEqual([]);
  });

  it("leaves an intent that does not make a forced replacement delete the new instance", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    const services = stack.services();
    const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };
    await services.intents.save({
      origin,
      address: services.address,
      before: [],
      at: 0,
      id: resource?.id ?? "",
    });
    await stack.up(webInstance(), { replace: [resource?.urn ?? ""] });
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId }]);
  });
});

describe("clones of one instance", () => {
  it("wait for their turn if there are more than five", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    expect(failuresOf(await stack.up(declareClones(7)))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(8);
  });

  it("all fail with too short a timeout, and none hangs", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const outcome = await stack.up(declareClones(7, { timeouts: { create: "5s" } }));
    expect(failuresOf(outcome)).toHaveLength(7);
  });

  it("can be destroyed while they are still being copied if they are not to be booted", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    expect(failuresOf(await stack.up(declareClones(2, { booted: false })))).toEqual([]);
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("the create timeout", () => {
  it("ends requests that hang", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.view", effect: { hang: true } });
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { hang: true } });
    const startedAt = stack.clock.now();
    const outcome = await stack.up(webInstance({ timeouts: { create: "5s" } }));
    expect(failuresOf(outcome)).toHaveLength(1);
    expect(stack.clock.now() - startedAt).toBeLessThan(8000);
  });
});

describe("a create-only argument", () => {
  it("replaces the instance when it is added later", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    expect(stepsOf(await stack.up(webInstance({ privateIp: true })))).toEqual([
      "createReplacement web",
      "deleteReplaced web",
    ]);
    expect(stack.outputs("web")?.ipv4).toHaveLength(2);
  });

  it("causes a warning and is only recorded if it is added to an adopted instance", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ label: "theirs" }));
    const other = new TestStack({ beside: stack, backend: "file:///other" });
    await other.up(webInstanceFrom({ adopt: 1 }));
    await other.up(webInstanceFrom({ region: "us-east", type: "g1-nano-1" }));
    expect(
      stepsOf(await other.up(webInstanceFrom({ region: "us-east", type: "g1-nano-1", swapSize: 1024 }))),
    ).toEqual(["update web"]);
    expect(warningsOf(other).join()).toMatch(
      /swapSize has changed, but the service sets it at creation only/,
    );
    expect(instancesIn(other)).toMatchObject([{ id: 1, label: "theirs" }]);
  });
});

describe("backups that are no longer declared", () => {
  it("are not cancelled by resuming a failed run", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ backupsEnabled: true }));
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 422 } });
    await stack.up(webInstance({ backupsEnabled: false, group: "g" }));
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(callsTo(stack).filter((call) => call.endsWith("/cancel"))).toEqual([]);
  });
});

describe("an adopted instance", () => {
  it("is not destroyed by a forced replacement that deletes first", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "theirs" }));
    const adopting: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", { adopt: 1 }, { deleteBeforeReplace: true }));
      return {};
    };
    await stack.up(adopting);
    const [resource] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    expect(failuresOf(await stack.up(adopting, { replace: [resource?.urn ?? ""] }))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, label: "theirs" }]);
  });
});
