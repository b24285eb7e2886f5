import { TestStack } from "../../src/testing";
import { editState, existing, killWithLostResponse } from "../recovery/killed-stack";
import { recover } from "../recovery/recovering";
import { clientsIn, declareClient } from "./oauth-clients";
import { failuresOf, instancesIn, webInstance } from "./programs";

const hours = 3_600_000;

/** As if the clock had been six hours ahead when the creates on record were sent. */
async function setBack(stack: TestStack): Promise<void> {
  const { intents } = stack.services();
  for (const intent of intents.unfinished()) await intents.save({ ...intent, at: intent.at + 6 * hours });
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
    const created = new Date(stack.clock.now() + 6 * hours).toISOString();
    await editState(stack, ({ pendingOperations: [operation], ...snapshot }) => {
      const outputs = { unresolved: { candidates: [] } };
      const entry = { ...operation!.resource, id: "unresolved-web", created, outputs };
      return { ...snapshot, pendingOperations: [], resources: [...snapshot.resources, entry] };
    });
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(outcomes).toMatchObject([{ case: { trace: "unresolved", certainty: "question", ids: [] } }]);
  });
});
