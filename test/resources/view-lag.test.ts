import { gzipSync } from "node:zlib";
import type { Settings } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { clientsIn, declareClient, gif, png } from "./oauth-clients";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

/** Neither views nor lists reflect the last seconds. */
const startStack = (viewLagSeconds: number, settings: Partial<Settings> = {}) =>
  new TestStack({ settings: { viewLagSeconds, listLagSeconds: viewLagSeconds, ...settings } });

const createsIn = (stack: TestStack) => callsTo(stack).filter((call) => call.startsWith("POST "));

describe("while views do not return a new object", () => {
  it.each([20, 55])("a create waits for it, for %i s", async (lag) => {
    const stack = startStack(lag);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(createsIn(stack)).toEqual(["POST /v4/node/instances"]);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1, status: "running" });
  });

  it("a create with a further step waits for it", async () => {
    const stack = startStack(20);
    const file = files.write("disk.img.gz", gzipSync(new Uint8Array(100_000)));
    const image = declareAll("Image", { golden: { file, label: "golden", region: "us-east" } });
    expect(failuresOf(await stack.up(image))).toEqual([]);
    expect(stack.outputs("golden")).toMatchObject({ status: "available" });
    expect(failuresOf(await stack.up(declareClient({ thumbnail: files.write("logo", png) })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: { content_type: "image/png" } }]);
  });

  it("an up after a kill takes the instance whose id is on record, and creates no second one", async () => {
    const stack = startStack(20);
    await stack.up(webInstance(), { killPlugin: { request: 5, isCarriedOut: false } });
    expect(stack.services().intents.unfinished()).toMatchObject([{ id: "1" }]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
  });

  it("an up after a kill creates another instance once views can no longer lag behind", async () => {
    const stack = startStack(0);
    await stack.up(webInstance(), { killPlugin: { request: 5, isCarriedOut: false } });
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    const startedAt = stack.clock.now();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 2, status: "running" }]);
    const [, second = 0] = stack.emulator.control
      .requests()
      .flatMap(({ method, time }) => (method === "POST" ? [Date.parse(time)] : []));
    expect(second - startedAt).toBeGreaterThanOrEqual(70_000);
  });
});

describe("while views return the state before a change", () => {
  const schedule =
    (day: string, label: string): ProgramFunction =>
    async (register) => {
      const { outputs } = await register(declare("Instance", "web", { ...smallInstance, label, group: "g" }));
      const weekly = { instanceId: outputs.instanceId ?? null, day, window: "W10" };
      await register(declare("BackupSchedule", "weekly", weekly));
      return {};
    };

  it("an update records the new values, warns of nothing, and undoes no other change", async () => {
    const stack = startStack(9, { putOmitted: "replace" });
    expect(failuresOf(await stack.up(schedule("Monday", "web")))).toEqual([]);
    await stack.clock.advance(60_000);
    const changed = schedule("Friday", "renamed");
    const outcome = await stack.up(changed);
    expect([failuresOf(outcome), stepsOf(outcome), warningsOf(stack)]).toEqual([
      [],
      ["update web", "update weekly"],
      [],
    ]);
    expect(stack.outputs("web")).toMatchObject({ label: "renamed" });
    expect(instancesIn(stack)).toMatchObject([{ label: "renamed", group: "g", backups: { day: "Friday" } }]);
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(stepsOf(await stack.up(changed))).toEqual([]);
  });

  it("an update of the instance does not undo a schedule that was written just before", async () => {
    const stack = startStack(9, { putOmitted: "replace" });
    await stack.up(schedule("Monday", "web"));
    await stack.clock.advance(60_000);
    const both: ProgramFunction = async (register) => {
      const weekly = { instanceId: 1, day: "Friday", window: "W10" };
      const writing = register(declare("BackupSchedule", "weekly", weekly));
      await stack.clock.sleep(2000);
      await register(declare("Instance", "web", { ...smallInstance, label: "renamed", group: "g" }));
      await writing;
      return {};
    };
    expect(failuresOf(await stack.up(both))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ label: "renamed", group: "g", backups: { day: "Friday" } }]);
  });

  it("a thumbnail is sent once", async () => {
    const stack = startStack(9);
    const thumbnail = files.write("changing", png);
    await stack.up(declareClient({ thumbnail }));
    await stack.clock.advance(60_000);
    files.write("changing", gif);
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(declareClient({ thumbnail })))).toEqual([]);
    expect(warningsOf(stack).filter((warning) => warning.includes("other bytes"))).toEqual([]);
    expect(stepsOf(await stack.up(declareClient({ thumbnail })))).toEqual([]);
    expect(callsTo(stack).filter((call) => call.startsWith("PUT "))).toHaveLength(1);
  });

  it.each([
    ["enabled", false, true],
    ["cancelled", true, false],
  ])("backups count as %s", async (_, before, after) => {
    const stack = startStack(9);
    await stack.up(webInstance({ backupsEnabled: before }));
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.up(webInstance({ backupsEnabled: after })))).toEqual([]);
    expect(stack.outputs("web")).toMatchObject({ backups: { enabled: after } });
  });
});

describe("a run right after the one that created an object, which views and lists do not return yet", () => {
  const justCreated = async () => {
    const stack = startStack(20);
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    stack.endPlugin();
    return stack;
  };

  it("keeps it in the state in a refresh", async () => {
    const stack = await justCreated();
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
    expect(clientsIn(stack)).toHaveLength(1);
  });

  it("updates it", async () => {
    const stack = await justCreated();
    expect(failuresOf(await stack.up(declareClient({ label: "Store" })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ label: "Store" }]);
  });

  it("deletes it", async () => {
    const stack = await justCreated();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(clientsIn(stack)).toEqual([]);
  });

  it("deletes an instance whose create failed before a read returned it", async () => {
    const stack = startStack(20);
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.view", effect: { status: 403 } });
    expect(failuresOf(await stack.up(webInstance())).join()).toMatch(/did not finish it/);
    faults.clear();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it.each([
    ["within 75 s of its create", 30_000, 45_000],
    ["after that", 80_000, 0],
  ])("finds that someone else deleted it %s", async (_, age, wait) => {
    const stack = startStack(0);
    await stack.up(declareClient());
    const [{ id: clientId } = { id: "" }] = clientsIn(stack);
    await stack.clock.advance(age);
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId });
    stack.messages.length = 0;
    const startedAt = stack.clock.now();
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(stack.outputs("app")).toBeUndefined();
    expect(stack.clock.now() - startedAt).toBeGreaterThanOrEqual(wait - 2000);
    expect(stack.clock.now() - startedAt).toBeLessThan(wait + 2000);
    const waits = stack.messages.filter(({ message }) => message.includes("to become visible"));
    expect(waits).toHaveLength(wait > 0 ? 1 : 0);
  });

  it("does not wait for the object that the new one has replaced", async () => {
    const stack = startStack(0);
    await stack.up(declareClient());
    const [{ id: clientId } = { id: "" }] = clientsIn(stack);
    await stack.clock.advance(80_000);
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId });
    const replace = stack.store.snapshot.resources.flatMap(({ urn }) => (urn.endsWith("::app") ? [urn] : []));
    const startedAt = stack.clock.now();
    const outcome = await stack.up(declareClient(), { replace });
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([
      [],
      ["createReplacement app", "deleteReplaced app"],
    ]);
    expect(stack.clock.now() - startedAt).toBeLessThan(5000);
  });

  it("does not wait for an instance that its create has seen", async () => {
    const stack = startStack(0, { provisioningSeconds: 1, bootDelaySeconds: 0, bootingSeconds: 1 });
    await stack.up(webInstance());
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    const startedAt = stack.clock.now();
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(stack.outputs("web")).toBeUndefined();
    expect(stack.clock.now() - startedAt).toBeLessThan(2000);
  });
});
