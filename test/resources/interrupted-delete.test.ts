import type { ProgramFunction } from "../../src/engine";
import { readOrigin } from "../../src/lifecycle";
import { resourceTypes } from "../../src/resources/resource-types";
import { revealMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, declareClient } from "./oauth-clients";
import { declarePaymentMethods, paymentMethodsIn, visa } from "./payment-methods";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

const warning =
  "An earlier run was interrupted while deleting instance 1, which no longer exists or is being deleted. The state still has it. Run `pulumi refresh`, and the next `pulumi up` creates it again.";

/** An instance whose plugin was killed at its delete. The Pulumi CLI records nothing of that. */
async function killedDelete(isCarriedOut: boolean): Promise<TestStack> {
  const stack = new TestStack({ knowsState: false });
  await stack.up(webInstance());
  stack.endPlugin();
  // The service rejects deletes while the instance is busy.
  await stack.clock.advance(60_000);
  stack.emulator.control.forgetRequests();
  await stack.up(emptyProgram, { killPlugin: { request: 3, isCarriedOut } });
  expect(callsTo(stack).filter((call) => call.startsWith("DELETE"))).toHaveLength(isCarriedOut ? 1 : 0);
  await stack.store.save({ ...stack.store.snapshot, pendingOperations: [] });
  stack.messages.length = 0;
  return stack;
}

/** The program as it runs after `pulumi stack rename prod`: the origin in the state still has the old name. */
const inRenamedStack: ProgramFunction = async (register) => {
  const { inputs = {}, ...others } = declare("Instance", "web", smallInstance);
  await register({
    ...others,
    inputs: { ...inputs, origin: { ...readOrigin(inputs.origin), stack: "prod" } },
  });
  return {};
};

describe("an instance whose delete was interrupted and that the program declares again", () => {
  it("is named as deleted by each run until a refresh, which the next up follows by creating it again", async () => {
    const stack = await killedDelete(true);
    for (const run of [() => stack.preview(webInstance()), () => stack.up(webInstance())]) {
      stack.messages.length = 0;
      expect(stepsOf(await run())).toEqual([]);
      expect(warningsOf(stack)).toEqual([warning]);
    }
    await stack.clock.advance(120_000);
    expect(instancesIn(stack)).toEqual([]);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(inRenamedStack))).toEqual([]);
    expect(warningsOf(stack)).toEqual([warning]);
    await stack.refresh();
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(webInstance()))).toEqual(["create web"]);
    expect(warningsOf(stack)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 2 }]);
  });

  it("is not named if the request was not carried out, and is read once after lists must show that", async () => {
    const stack = await killedDelete(false);
    await stack.clock.advance(60_000);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(callsTo(stack).filter((call) => call.endsWith("/instances/1"))).toEqual([]);
  });

  it("is not named while the service does not respond, but afterwards", async () => {
    const stack = await killedDelete(true);
    const { faults } = stack.emulator.control;
    const fault = faults.add({ operation: "instances.view", effect: { status: 500 } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    faults.clear(fault);
    await stack.up(webInstance());
    expect(warningsOf(stack)).toEqual([warning]);
  });
});

it("an instance whose replacement was interrupted during its delete is not named by the up that replaces it", async () => {
  const stack = new TestStack({ knowsState: false });
  await stack.up(webInstance({ label: "shop" }));
  await stack.clock.advance(60_000);
  const moved = webInstance({ label: "shop", region: "us-west" });
  for (let request = 2; instancesIn(stack).length > 0 && request < 12; request++) {
    stack.endPlugin();
    await stack.up(moved, { killPlugin: { request, isCarriedOut: true } });
    await stack.clock.advance(60_000);
  }
  expect(instancesIn(stack)).toEqual([]);
  await stack.store.save({ ...stack.store.snapshot, pendingOperations: [] });
  stack.messages.length = 0;
  await stack.preview(moved);
  expect(failuresOf(await stack.up(moved))).toEqual([]);
  expect(warningsOf(stack)).toEqual([]);
  expect(instancesIn(stack)).toMatchObject([{ id: 2, label: "shop", region: "us-west" }]);
});

it("an instance whose replacement was interrupted during its create is not named, because the next up creates it again", async () => {
  const stack = new TestStack({ knowsState: false });
  const labeled = webInstance({ label: "shop" });
  await stack.up(labeled);
  stack.endPlugin();
  await stack.clock.advance(60_000);
  const web = stack.store.snapshot.resources.at(-1)!;
  for (let request = 2; !instancesIn(stack).some(({ id }) => id === 2) && request < 12; request++) {
    await stack.up(labeled, { replace: [web.urn], killPlugin: { request, isCarriedOut: true } });
    await stack.clock.advance(60_000);
  }
  expect(instancesIn(stack)).toMatchObject([{ id: 2 }]);
  stack.messages.length = 0;
  // The Pulumi CLI asks for a diff before it resumes a replacement. The embedded engine does not.
  const lifecycle = resourceTypes.Instance.lifecycle(stack.services());
  const inputs = revealMap(web.inputs);
  await stack.clock.run(lifecycle.check(inputs, inputs));
  await stack.clock.run(lifecycle.diff(web.id, revealMap(web.outputs), inputs));
  expect(warningsOf(stack).join()).not.toContain("interrupted while deleting");
});

it("a backup schedule whose instance still exists is named until a refresh, after which the next up enables it again", async () => {
  const stack = new TestStack({ knowsState: false });
  const program =
    (hasSchedule: boolean): ProgramFunction =>
    async (register) => {
      await register(declare("Instance", "web", smallInstance));
      if (hasSchedule)
        await register(declare("BackupSchedule", "nightly", { instanceId: 1, day: "Monday", window: "W2" }));
      return {};
    };
  await stack.up(program(true));
  await stack.clock.advance(60_000);
  for (let request = 1; request < 12 && instancesIn(stack)[0]?.backups.enabled; request++) {
    stack.endPlugin();
    await stack.up(program(false), { killPlugin: { request, isCarriedOut: true } });
    await stack.clock.advance(60_000);
  }
  expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: false } }]);
  await stack.store.save({ ...stack.store.snapshot, pendingOperations: [] });
  stack.messages.length = 0;
  expect(stepsOf(await stack.up(program(true)))).toEqual([]);
  expect(warningsOf(stack)).toEqual([warning.replace("instance 1", "backup schedule 1")]);
  await stack.refresh();
  await stack.clock.advance(86_400_000);
  expect(failuresOf(await stack.up(program(true)))).toEqual([]);
  expect(instancesIn(stack)).toMatchObject([{ backups: { enabled: true } }]);
});

it("a payment method that views still return is named until a refresh, after which the next up creates it again", async () => {
  const stack = new TestStack({ knowsState: false, settings: { deletedPaymentMethods: "viewable" } });
  const program = declarePaymentMethods({ card: { card: visa, isDefault: false } });
  await stack.up(program);
  await stack.clock.advance(60_000);
  const { paymentMethodId: id } = stack.outputs("card") ?? {};
  for (let request = 1; request < 12 && paymentMethodsIn(stack).length > 1; request++) {
    stack.endPlugin();
    await stack.up(emptyProgram, { killPlugin: { request, isCarriedOut: true } });
  }
  expect(paymentMethodsIn(stack)).toMatchObject([{ id: 1 }]);
  await stack.store.save({ ...stack.store.snapshot, pendingOperations: [] });
  // Lists still contain it.
  expect(stepsOf(await stack.preview(program))).toEqual([]);
  await stack.clock.advance(60_000);
  for (const run of [() => stack.preview(program), () => stack.up(program)]) {
    stack.endPlugin();
    stack.messages.length = 0;
    expect(stepsOf(await run())).toEqual([]);
    expect(warningsOf(stack)).toEqual([warning.replace("instance 1", `payment method ${id}`)]);
  }
  await stack.refresh();
  expect(stepsOf(await stack.up(program))).toEqual(["create card"]);
});

it("a client that was deleted is named if the engine was killed before it recorded that", async () => {
  const stack = new TestStack({ knowsState: false });
  await stack.up(declareClient());
  stack.endPlugin();
  expect(await stack.killAfterWrites(1, () => stack.up(emptyProgram))).toBe(true);
  expect(clientsIn(stack)).toEqual([]);
  await stack.store.save({ ...stack.store.snapshot, pendingOperations: [] });
  stack.messages.length = 0;
  expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
  expect(warningsOf(stack).join()).toMatch(/interrupted while deleting OAuth client .* Run `pulumi refresh`/);
});

it("a delete succeeds if its record cannot be written", async () => {
  const stack = new TestStack();
  await stack.up(declareClient());
  const client = stack.store.snapshot.resources.at(-1)!;
  const services = stack.services();
  const deletes = { ...services.deletes, save: () => Promise.reject(new Error("read-only")) };
  const lifecycle = resourceTypes.OAuthClient.lifecycle({ ...services, deletes });
  await stack.clock.run(lifecycle.delete(client.id, revealMap(client.outputs)));
  expect(clientsIn(stack)).toEqual([]);
});

it("a delete that ended leaves no record, whether or not the object existed", async () => {
  const stack = new TestStack();
  const recordOf = (id: string) => {
    const { deletes, address } = stack.services();
    const origin = { project: "project", stack: "dev", type: "OAuthClient" };
    return deletes.find({ id, origin, address });
  };
  for (const isMissing of [false, true]) {
    await stack.up(declareClient());
    const id = String(stack.outputs("app")?.clientId);
    stack.emulator.control.faults.add({
      operation: "oauthClients.delete",
      count: 1,
      effect: { status: 403 },
    });
    expect(failuresOf(await stack.up(emptyProgram))).toHaveLength(1);
    expect(recordOf(id)).toBeDefined();
    if (isMissing) stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId: id });
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    stack.endPlugin();
    expect(recordOf(id)).toBeUndefined();
  }
});
