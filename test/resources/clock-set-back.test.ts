import { createEmulator } from "../../src/emulator";
import { deadlineAfter } from "../../src/lifecycle/deadline";
import { accountsOf } from "../../src/lifecycle/identity/accounts";
import { instances } from "../../src/resources/instance.collection";
import { TestStack } from "../../src/testing";
import { editState, existing, killWithLostResponse } from "../recovery/killed-stack";
import { recover } from "../recovery/recovering";
import { declareAll } from "./declare-all";
import { clientsIn, declareClient } from "./oauth-clients";
import { callsTo, failuresOf, instancesIn, smallInstance, webInstance } from "./programs";

const hour = 3_600_000;

/** As if the clock had been six hours ahead when the creates on record were sent. */
async function setBack(stack: TestStack): Promise<void> {
  const { intents } = stack.services();
  for (const intent of intents.unfinished()) await intents.save({ ...intent, at: intent.at + 6 * hour });
}

const timeOf = async (stack: TestStack, work: () => Promise<unknown>) => {
  const startedAt = stack.clock.now();
  await work();
  return stack.clock.now() - startedAt;
};

describe("after the clock was set back since a create", () => {
  it("a refresh waits for the new object for no longer than 75 s", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    await setBack(stack);
    const { intents, address } = stack.services();
    for (const { origin } of intents.unfinished()) await intents.remove(origin, address);
    const [{ id: clientId } = { id: "" }] = clientsIn(stack);
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId });
    const ms = await timeOf(stack, async () => {
      expect(failuresOf(await stack.refresh())).toEqual([]);
    });
    expect(stack.outputs("app")).toBeUndefined();
    expect(ms).toBeGreaterThan(70_000);
    expect(ms).toBeLessThan(80_000);
  });

  it.each([
    ["of which the id is on record", { request: 5, isCarriedOut: false }, [{ id: "1" }]],
    ["that created nothing", { request: 4, isCarriedOut: false }, [{}]],
  ])("an up after a killed create %s creates the instance", async (_, killPlugin, records) => {
    const stack = new TestStack();
    await stack.up(webInstance(), { killPlugin });
    const before = stack.services().intents.unfinished();
    expect(before).toMatchObject(records);
    await setBack(stack);
    if (before.some(({ id }) => id !== undefined))
      stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    else expect(instancesIn(stack)).toEqual([]);
    const ms = await timeOf(stack, async () => {
      expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    });
    expect(existing(stack)).toEqual([stack.outputs("web")?.instanceId].map(String));
    expect(ms).toBeGreaterThan(70_000);
    expect(ms).toBeLessThan(200_000);
  });

  it("recover finds that an unresolved create of another machine created nothing", async () => {
    const stack = await killWithLostResponse();
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(60_000);
    const created = new Date(stack.clock.now() + 6 * hour).toISOString();
    await editState(stack, ({ pendingOperations: [operation], ...snapshot }) => {
      const outputs = { unresolved: { candidates: [] } };
      const entry = { ...operation!.resource, id: "unresolved-web", created, outputs };
      return { ...snapshot, pendingOperations: [], resources: [...snapshot.resources, entry] };
    });
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(outcomes).toMatchObject([{ case: { trace: "unresolved", certainty: "question", ids: [] } }]);
  });
});

/** A stack whose machine's clock can be set back by an hour. Timers and the clock of the service continue. */
function stackWithClock() {
  const stack = new TestStack();
  const { clock } = stack;
  const time = clock.now.bind(clock);
  const ofService = {
    now: time,
    random: () => clock.random(),
    token: (length: number) => clock.token(length),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  };
  stack.emulator = createEmulator({ clock: ofService, seed: 1 });
  const setClockBack = () => {
    clock.now = () => time() - hour;
  };
  return { stack, time, setClockBack };
}

describe("after the clock was set back during a run", () => {
  it("creates take neither longer nor many more calls", async () => {
    const { stack, time, setClockBack } = stackWithClock();
    const startedAt = time();
    void stack.clock.sleep(8000).then(setClockBack);
    const three = declareAll("Instance", { a: smallInstance, b: smallInstance, c: smallInstance });
    expect(failuresOf(await stack.up(three))).toEqual([]);
    expect(time() - startedAt).toBeLessThan(90_000);
    expect(callsTo(stack).length).toBeLessThan(80);
  });

  it("neither a list from before that nor its failure is the result of a request", async () => {
    const { stack, setClockBack } = stackWithClock();
    const { clock, emulator } = stack;
    const services = stack.services();
    await clock.run(services.client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    await clock.advance(120_000);
    const [listed, failed] = [{}, {}].map(() => instances.collection({ ...services }));
    await clock.run(listed!.list());
    const fault = emulator.control.faults.add({ operation: "instances.list", effect: { status: 403 } });
    await expect(clock.run(failed!.list())).rejects.toThrow("403");
    emulator.control.faults.clear(fault);
    setClockBack();
    emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await clock.advance(60_000);
    expect([...(await clock.run(listed!.listRecent())).keys()]).toEqual([]);
    expect(await clock.run(failed!.readAgain("1", clock.now(), deadlineAfter(clock, "1m")))).toBeUndefined();
    expect([...(await clock.run(failed!.list())).items]).toEqual([]);
  });

  it("an object whose delete was accepted is found to be deleted after a minute", async () => {
    const { stack, time, setClockBack } = stackWithClock();
    const { clock, emulator } = stack;
    const objects = instances.collection(stack.services());
    objects.markDeleted("1", true);
    emulator.control.faults.add({ operation: "instances.view", effect: { status: 403 } });
    setClockBack();
    const startedAt = time();
    expect(await clock.run(objects.view("1"))).toBeUndefined();
    expect(time() - startedAt).toBeLessThan(65_000);
  });

  it("an account that could not be read is requested again", async () => {
    const { stack, setClockBack } = stackWithClock();
    const accounts = accountsOf(stack.services());
    const fault = stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 503 } });
    expect(await stack.clock.run(accounts.ofToken())).toMatchObject({ kind: "failed" });
    stack.emulator.control.faults.clear(fault);
    setClockBack();
    expect(await stack.clock.run(accounts.ofToken())).toMatchObject({ kind: "known" });
  });
});
