import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { rowsOf, scan } from "../drift/scan/recorded";
import { declareAll } from "./declare-all";
import { callsTo, emptyProgram, failuresOf, instancesIn, smallInstance, stepsOf } from "./programs";

/** Lists reflect nothing of the last 20 s. */
const startStack = () => new TestStack({ settings: { listLagSeconds: 20, rateLimits: "off" } });

const app = { label: "app", redirectUri: "https://a.example/" };

/** Two resources of each kind, so that they share lists. */
function twoOfEach(label = "web"): ProgramFunction {
  return async (register) => {
    for (const name of ["one", "two"]) {
      const instance = { ...smallInstance, label: `${label}-${name}`, backupsEnabled: true };
      const { outputs } = await register(declare("Instance", name, instance));
      const schedule = { instanceId: outputs.instanceId ?? null, day: "Monday", window: "W10" };
      await register(declare("BackupSchedule", `${name}-schedule`, schedule));
      await register(declare("OAuthClient", `${name}-app`, { ...app, label: `${label}-${name}` }));
    }
    return {};
  };
}

async function startWithTwo() {
  const stack = startStack();
  expect(failuresOf(await stack.up(twoOfEach()))).toEqual([]);
  await stack.clock.advance(60_000);
  return stack;
}

const ids = (stack: TestStack) => stack.store.snapshot.resources.map(({ id }) => id);
const labels = (stack: TestStack) => stack.store.snapshot.resources.map(({ outputs }) => outputs.label);

/** Scans without waiting for lists. */
const driftOf = async (stack: TestStack) =>
  rowsOf(await scan(stack, { types: ["Instance", "OAuthClient"] }, undefined, 0));

describe("while lists still have an earlier state", () => {
  it("a refresh and a drift scan find nothing that an up has just changed", async () => {
    const stack = await startWithTwo();
    expect(failuresOf(await stack.up(twoOfEach("renamed")))).toEqual([]);
    const recorded = labels(stack);
    expect(recorded).toContain("renamed-one");
    expect(await driftOf(stack)).toEqual([]);
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(labels(stack)).toEqual(recorded);
    expect(stepsOf(await stack.up(twoOfEach("renamed")))).toEqual([]);
  });

  it("a drift scan does not report objects that an up has just deleted", async () => {
    const stack = startStack();
    const apps = declareAll("OAuthClient", { one: app });
    expect(failuresOf(await stack.up(apps))).toEqual([]);
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(await driftOf(stack)).toEqual([]);
  });

  it("a drift scan finds objects that someone else deleted, once lists lack them", async () => {
    const stack = await startWithTwo();
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    expect(await driftOf(stack)).toEqual([]);
    await stack.clock.advance(20_000);
    expect(await driftOf(stack)).toEqual(["deleted Instance"]);
  });

  it("a destroy deletes objects that an up has just created: instances, backups, clients", async () => {
    const stack = startStack();
    expect(failuresOf(await stack.up(twoOfEach()))).toEqual([]);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
    expect(stack.emulator.control.world().oauth_clients).toEqual([]);
  });

  it("a destroy cancels schedules that an up has just enabled", async () => {
    const stack = startStack();
    const { client } = stack.services();
    const empty = { region: "us-east", type: "g1-nano-1" };
    for (const label of ["one", "two"]) await stack.clock.run(client.instances.create({ ...empty, label }));
    await stack.clock.advance(60_000);
    const schedules = declareAll("BackupSchedule", {
      one: { instanceId: 1, day: "Monday", window: "W10" },
      two: { instanceId: 2, day: "Monday", window: "W10" },
    });
    expect(failuresOf(await stack.up(schedules))).toEqual([]);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(instancesIn(stack).map(({ backups }) => backups.enabled)).toEqual([false, false]);
  });

  it("a destroy succeeds if someone else has just deleted the objects", async () => {
    const stack = await startWithTwo();
    const { control } = stack.emulator;
    for (const { id } of instancesIn(stack))
      control.externalChange({ kind: "instance_delete", instanceId: id });
    for (const { id } of control.world().oauth_clients)
      control.externalChange({ kind: "oauth_client_delete", clientId: id });
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(ids(stack)).toEqual([]);
  });

  it("an up boots instances that have just lost power", async () => {
    const stack = startStack();
    const { control } = stack.emulator;
    const both = declareAll("Instance", { one: smallInstance, two: smallInstance });
    expect(failuresOf(await stack.up(both))).toEqual([]);
    await stack.clock.advance(60_000);
    for (const { id } of instancesIn(stack)) control.changeInstance(id, { status: "offline" });
    await stack.clock.advance(20_000);
    await stack.refresh();
    // The next lists come from a server that is further behind.
    control.faults.add({ operation: "instances.list", effect: { staleList: 60_000 } });
    control.forgetRequests();
    expect(failuresOf(await stack.up(both))).toEqual([]);
    expect(callsTo(stack).filter((call) => call.endsWith("/boot"))).toHaveLength(2);
    expect(instancesIn(stack).map(({ status }) => status)).toEqual(["running", "running"]);
  });

  it("the label of an instance that has just been deleted is free", async () => {
    const stack = startStack();
    const web = (type: string) => declareAll("Instance", { web: { ...smallInstance, type, label: "web" } });
    expect(failuresOf(await stack.up(web("g1-nano-1")))).toEqual([]);
    await stack.clock.advance(60_000);
    expect(stepsOf(await stack.up(web("g1-standard-1")))).toContain("createReplacement web");
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(failuresOf(await stack.up(web("g1-nano-1")))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("a label is free once the instance that had it was renamed", async () => {
    const stack = startStack();
    const web = declareAll("Instance", { web: { ...smallInstance, label: "web" } });
    const { client } = stack.services();
    const empty = { region: "us-east", type: "g1-nano-1", label: "web" };
    await stack.clock.run(client.instances.create(empty));
    await stack.clock.advance(60_000);
    stack.emulator.control.changeInstance(1, { label: "other" });
    expect(failuresOf(await stack.up(web))).toEqual([]);
    expect(instancesIn(stack).map(({ label }) => label)).toEqual(["other", "web"]);
  });

  it("a refresh views only objects that differ between lists and the state", async () => {
    const stack = await startWithTwo();
    stack.emulator.control.changeInstance(1, { label: "by-hand" });
    await stack.clock.advance(60_000);
    stack.emulator.control.forgetRequests();
    await stack.refresh();
    const views = callsTo(stack).filter((call) => /instances\/\d+$/.test(call));
    expect(views).toEqual(["GET /v4/node/instances/1"]);
  });
});
