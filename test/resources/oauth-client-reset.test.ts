import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { readOrigin } from "../../src/lifecycle";
import { declare, TestStack } from "../../src/testing";
import { recover } from "../recovery/recovering";
import { declareAll } from "./declare-all";
import { clientsIn, declareClient, declareClients, isAccepted, secretOf, shop } from "./oauth-clients";
import { callsTo, emptyProgram, failuresOf, stepsOf } from "./programs";

const before = declareClient({ secretVersion: 1 });
const resetsIn = (stack: TestStack) => callsTo(stack).filter((call) => call.endsWith("/reset-secret"));

/** A stack whose client exists, and whose plugin is killed when an update to this program resets the secret. */
async function killedAtReset(
  program = declareClient({ secretVersion: 2 }),
  options = {},
): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(before);
  await killAtReset(stack, program, options);
  return stack;
}

/** The first two requests of an update read the account and the client. */
async function killAtReset(
  stack: TestStack,
  program: ProgramFunction,
  { request = 3, isCarriedOut = true } = {},
): Promise<void> {
  stack.emulator.control.forgetRequests();
  const secret = secretOf(stack);
  await stack.up(program, { killPlugin: { request, isCarriedOut } });
  expect(resetsIn(stack)).toHaveLength(isCarriedOut ? 1 : 0);
  expect(secretOf(stack)).toBe(secret);
  await forgetOperations(stack);
  stack.messages.length = 0;
}

/** The program as it runs after `pulumi stack rename prod`: the origin in the state still has the old name. */
function inRenamedStack(secretVersion: number): ProgramFunction {
  return async (register) => {
    const { inputs, ...others } = declare("OAuthClient", "app", { ...shop, secretVersion });
    const origin = { ...readOrigin(inputs?.origin), stack: "prod" };
    await register({ ...others, inputs: { ...inputs, origin } });
    return {};
  };
}

/** The program after the resource was renamed to `shop`. */
function renamedClient(stack: TestStack, secretVersion: number): ProgramFunction {
  const aliases = [{ urn: clientOf(stack).urn }];
  return async (register) => {
    await register(declare("OAuthClient", "shop", { ...shop, secretVersion }, { aliases }));
    return {};
  };
}

/** The client of a stack, as the record of a reset names it. */
function clientOf(stack: TestStack, name = "app") {
  const [client] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith(`::${name}`));
  const origin = readOrigin(client?.inputs.origin);
  if (client?.id === undefined || origin === undefined) throw new Error("The state has no client.");
  return { urn: client.urn, id: client.id, origin, address: stack.address };
}

/** Runs `up` on another machine, with the same state. */
async function runElsewhere(
  stack: TestStack,
  program: ProgramFunction,
  { knowsState = true } = {},
): Promise<InProcessOutcome> {
  const elsewhere = new TestStack({ beside: stack, knowsState });
  elsewhere.changeMachine();
  await elsewhere.store.save(stack.store.snapshot);
  const outcome = await elsewhere.up(program);
  await stack.store.save(elsewhere.store.snapshot);
  return outcome;
}

/** As if the Pulumi CLI had run, which does not record that the update of a killed plugin is unfinished. */
async function forgetOperations({ store }: TestStack): Promise<void> {
  await store.save({ ...store.snapshot, pendingOperations: [] });
}

/** The program changes nothing more, and no message mentions the secret. */
async function expectSettled(stack: TestStack, program = before): Promise<void> {
  stack.messages.length = 0;
  expect(stepsOf(await stack.up(program))).toEqual([]);
  expect(stack.messages).toEqual([]);
}

describe("an update whose plugin is killed when it resets a secret", () => {
  it.each([true, false])(
    "is followed by another reset, although the program has gone back (carried out: %s)",
    async (isCarriedOut) => {
      const stack = await killedAtReset(undefined, { isCarriedOut });
      expect(isAccepted(stack, secretOf(stack))).toBe(!isCarriedOut);
      expect(stepsOf(await stack.preview(before))).toEqual(["update app"]);
      expect(stack.messages).toEqual([
        {
          ...{ kind: "info", about: "app" },
          message:
            "An earlier run was interrupted and may have changed the secret of this OAuth client. `pulumi up` resets it.",
        },
      ]);
      expect(stepsOf(await stack.up(before))).toEqual(["update app"]);
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
      await expectSettled(stack);
    },
  );

  it("is followed by another reset after a refresh and under another name of the resource", async () => {
    const stack = await killedAtReset();
    await stack.refresh();
    const renamed = renamedClient(stack, 1);
    expect(failuresOf(await stack.up(renamed))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack, "shop"))).toBe(true);
    await expectSettled(stack, renamed);
  });

  it("is followed by another reset if the next update is killed too", async () => {
    const stack = await killedAtReset();
    await killAtReset(stack, before);
    expect(failuresOf(await stack.up(before))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    await expectSettled(stack);
  });

  it.each([
    ["before", inRenamedStack(2)],
    ["after", declareClient({ secretVersion: 2 })],
  ])("is followed by another reset if the stack was renamed %s that update", async (_, program) => {
    const stack = await killedAtReset(program);
    const renamed = inRenamedStack(1);
    expect(failuresOf(await stack.up(renamed))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    await expectSettled(stack, renamed);
    expect(stack.services().secretResets.find(clientOf(stack))).toBeUndefined();
  });

  it("is followed by no reset if another machine has reset the secret since", async () => {
    const stack = await killedAtReset();
    const later = declareClient({ secretVersion: 3 });
    expect(stepsOf(await runElsewhere(stack, later))).toEqual(["update app"]);
    await expectSettled(stack, later);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("does not affect a stack of another backend that has adopted the client without resetting its secret", async () => {
    const stack = await killedAtReset();
    const other = new TestStack({ beside: stack, backend: "file:///other" });
    const adopting = declareClient({ adopt: stack.outputs("app")?.clientId ?? null });
    expect(failuresOf(await other.up(adopting))).toEqual([]);
    await expectSettled(other, adopting);
  });

  it("changes a client that the program makes public to a public one, and resets nothing", async () => {
    const stack = new TestStack();
    const shown = declareClient({ public: true });
    await stack.up(shown);
    const hidden = declareClient({ public: false, secretVersion: 1 });
    // The requests before read the account and the client, change it, and read it again.
    await killAtReset(stack, hidden, { request: 6 });
    expect(clientsIn(stack)).toMatchObject([{ public: false }]);
    await stack.refresh();
    expect(failuresOf(await stack.up(shown))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ public: true }]);
    expect(resetsIn(stack)).toHaveLength(1);
    await expectSettled(stack, shown);
  });

  it("leaves nothing behind when the client is deleted", async () => {
    const stack = await killedAtReset();
    const object = clientOf(stack);
    const { secretResets } = stack.services();
    expect(secretResets.find(object)).toMatchObject({ by: object.urn });
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(clientsIn(stack)).toEqual([]);
    expect(secretResets.find(object)).toBeUndefined();
  });
});

describe("an update that resets a secret", () => {
  it("is not called interrupted if the service rejected the reset, which the state records as unfinished", async () => {
    const stack = new TestStack();
    await stack.up(before);
    stack.emulator.control.faults.add({
      operation: "oauthClients.resetSecret",
      count: 1,
      effect: { status: 403 },
    });
    const after = declareClient({ secretVersion: 2 });
    expect(failuresOf(await stack.up(after))).toHaveLength(1);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(after))).toEqual(["update app"]);
    expect(stack.messages).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("is followed by no reset if its resource is renamed, and another machine then resets the secret", async () => {
    const stack = new TestStack();
    await stack.up(before);
    await stack.up(declareClient({ secretVersion: 2 }));
    const [renamed, later] = [renamedClient(stack, 2), renamedClient(stack, 3)];
    expect(stepsOf(await stack.up(renamed))).toEqual([]);
    expect(stepsOf(await runElsewhere(stack, later))).toEqual(["update shop"]);
    await expectSettled(stack, later);
    expect(isAccepted(stack, secretOf(stack, "shop"))).toBe(true);
  });

  it("is not recorded for a create, which the next run repeats", async () => {
    const stack = new TestStack();
    await stack.up(before);
    expect(resetsIn(stack)).toHaveLength(1);
    expect(stack.services().secretResets.find(clientOf(stack))).toBeUndefined();
  });
});

describe("an adoption that resets the secret of a client that the state has for another resource", () => {
  const bad = declareAll("Instance", { bad: { region: "us-nowhere", type: "g1-nano-1" } });
  const old = declareClients({ app: shop });
  const adopting = (adopt: string) => declareClients({ mine: { ...shop, adopt, secretVersion: 2 } });
  const adoptingAndFailing =
    (adopt: string): ProgramFunction =>
    async (register, ...more) => {
      await adopting(adopt)(register, ...more);
      return bad(register, ...more);
    };
  async function withClient(): Promise<{ readonly stack: TestStack; readonly id: string }> {
    const stack = new TestStack({ knowsState: false });
    await stack.up(old);
    stack.endPlugin();
    return { stack, id: clientOf(stack).id };
  }
  const expectRepaired = async (stack: TestStack) => {
    expect(isAccepted(stack, secretOf(stack))).toBe(false);
    expect(failuresOf(await stack.up(old))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(stepsOf(await stack.up(old))).toEqual([]);
    expect(clientsIn(stack)).toHaveLength(1);
  };

  it("is followed by another reset if its plugin is killed and the program is reverted", async () => {
    const { stack, id } = await withClient();
    stack.emulator.control.forgetRequests();
    await stack.up(adopting(id), { killPlugin: { request: 5, isCarriedOut: true } });
    expect(resetsIn(stack)).toHaveLength(1);
    await forgetOperations(stack);
    await expectRepaired(stack);
  });

  it("is followed by another reset if its run fails after it and the program is reverted", async () => {
    const { stack, id } = await withClient();
    expect(failuresOf(await stack.up(adoptingAndFailing(id)))).toHaveLength(1);
    expect(isAccepted(stack, secretOf(stack, "mine"))).toBe(true);
    expect(failuresOf(await stack.up(adoptingAndFailing(id)))).toHaveLength(1);
    await expectRepaired(stack);
  });

  it("is followed by no reset if the program is not reverted, and is forgotten after a day", async () => {
    const { stack, id } = await withClient();
    expect(failuresOf(await stack.up(adopting(id)))).toEqual([]);
    const object = clientOf(stack, "mine");
    stack.emulator.control.forgetRequests();
    for (const hours of [1, 22]) {
      expect(stepsOf(await stack.up(adopting(id)))).toEqual([]);
      expect(stack.services().secretResets.find(object)).toBeDefined();
      await stack.clock.advance(hours * 3_600_000);
    }
    await stack.clock.advance(3_600_000);
    expect(stepsOf(await stack.up(adopting(id)))).toEqual([]);
    expect(stack.services().secretResets.find(object)).toBeUndefined();
    expect(resetsIn(stack)).toEqual([]);
    expect(isAccepted(stack, secretOf(stack, "mine"))).toBe(true);
  });

  it("is followed by another reset if a requested replacement of the same resource is killed at it", async () => {
    const { stack, id } = await withClient();
    expect(failuresOf(await stack.up(adopting(id)))).toEqual([]);
    const { urn } = clientOf(stack, "mine");
    stack.emulator.control.forgetRequests();
    await stack.up(adopting(id), { replace: [urn], killPlugin: { request: 4, isCarriedOut: true } });
    expect(resetsIn(stack)).toHaveLength(1);
    expect(isAccepted(stack, secretOf(stack, "mine"))).toBe(false);
    await forgetOperations(stack);
    expect(failuresOf(await stack.up(adopting(id)))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack, "mine"))).toBe(true);
    expect(stepsOf(await stack.up(adopting(id)))).toEqual([]);
  });

  it("is followed by another reset if an update of its resource is killed while both entries are in the state", async () => {
    const { stack, id } = await withClient();
    expect(failuresOf(await stack.up(adoptingAndFailing(id)))).toHaveLength(1);
    stack.emulator.control.forgetRequests();
    const later = declareClients({ mine: { ...shop, adopt: id, secretVersion: 3 } });
    await stack.up(later, { killPlugin: { request: 3, isCarriedOut: true } });
    expect(resetsIn(stack)).toHaveLength(1);
    await forgetOperations(stack);
    await expectRepaired(stack);
  });

  it("is followed by no reset if another machine has reset the secret since", async () => {
    const { stack, id } = await withClient();
    expect(failuresOf(await stack.up(adopting(id)))).toEqual([]);
    const later = declareClients({ mine: { ...shop, adopt: id, secretVersion: 3 } });
    expect(stepsOf(await runElsewhere(stack, later, { knowsState: false }))).toEqual(["update mine"]);
    await expectSettled(stack, later);
  });

  it("is followed by no reset under another name of its resource", async () => {
    const { stack, id } = await withClient();
    expect(failuresOf(await stack.up(adopting(id)))).toEqual([]);
    const { urn } = clientOf(stack, "mine");
    const renamed: ProgramFunction = async (register) => {
      const inputs = { ...shop, label: "Store", adopt: id, secretVersion: 2 };
      await register(declare("OAuthClient", "ours", inputs, { aliases: [{ urn }] }));
      return {};
    };
    await stack.up(renamed);
    await stack.up(renamed);
    await expectSettled(stack, renamed);
    expect(resetsIn(stack)).toHaveLength(2);
  });

  it("resets nothing for a resource that has adopted the client without its secret", async () => {
    const { stack, id } = await withClient();
    const other = new TestStack({ beside: stack, backend: "file:///other", knowsState: false });
    const without = declareClient({ adopt: id });
    await other.up(without);
    expect(failuresOf(await other.up(adoptingAndFailing(id)))).toHaveLength(1);
    other.emulator.control.forgetRequests();
    const later = declareClients({ mine: { ...shop, adopt: id, secretVersion: 3 } });
    await other.up(later, { killPlugin: { request: 3, isCarriedOut: true } });
    expect(resetsIn(other)).toHaveLength(1);
    await forgetOperations(other);
    expect(stepsOf(await other.up(without))).toEqual(["delete mine"]);
    expect(other.services().secretResets.find(clientOf(other))).toBeDefined();
    await expectSettled(other, without);
    expect(resetsIn(other)).toHaveLength(1);
  });
});

describe("nodecloud recover, after the plugin was killed when it reset a secret", () => {
  it.each(["the program has gone back", "the program is unchanged"])(
    "records the reset in the state, so that another machine resets the secret again, if %s",
    async (title) => {
      const stack = await killedAtReset();
      const [outcome, ...others] = await recover(stack);
      expect([outcome?.case, others]).toMatchObject([{ trace: "reset", certainty: "certain" }, []]);
      expect(await recover(stack)).toEqual([]);
      stack.changeMachine();
      const program = title.includes("back") ? before : declareClient({ secretVersion: 2 });
      expect(stepsOf(await stack.up(program))).toEqual(["update app"]);
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
      await expectSettled(stack, program);
    },
  );

  it("records what else has changed, after the engine was killed too", async () => {
    const stack = await killedAtReset();
    const { id, urn } = clientOf(stack);
    const { store } = stack;
    const updated = store.snapshot.resources.filter((resource) => resource.urn === urn);
    const pendingOperations = updated.map((resource) => ({ type: "updating" as const, resource }));
    await store.save({ ...store.snapshot, pendingOperations });
    await stack.clock.run(stack.services().client.oauthClients.update({ clientId: id, label: "Theirs" }));
    expect((await recover(stack)).map(({ case: { trace } }) => trace)).toEqual(["pendingOperation", "reset"]);
    expect(stack.outputs("app")).toMatchObject({ label: "Theirs", unfinished: ["secret"] });
    expect(await recover(stack)).toEqual([]);
  });

  it("records no reset of a client that no longer exists", async () => {
    const stack = await killedAtReset();
    const { id, urn } = clientOf(stack);
    const { store } = stack;
    const updated = store.snapshot.resources.filter((resource) => resource.urn === urn);
    const pendingOperations = updated.map((resource) => ({ type: "updating" as const, resource }));
    await store.save({ ...store.snapshot, pendingOperations });
    stack.emulator.control.externalChange({ kind: "oauth_client_delete", clientId: id });
    await stack.clock.advance(60_000);
    const outcomes = await recover(stack);
    expect(outcomes.map(({ case: { trace }, failure }) => [trace, failure])).toEqual([
      ["pendingOperation", undefined],
      ["reset", undefined],
    ]);
    expect(stack.outputs("app")).toBeUndefined();
  });

  it("leaves the state as it is without a decision, and finds nothing after a run that ended", async () => {
    const stack = await killedAtReset();
    const { snapshot } = stack.store;
    await recover(stack, { decide: () => new Map() });
    expect(stack.store.snapshot).toEqual(snapshot);
    expect(failuresOf(await stack.up(before))).toEqual([]);
    expect(await recover(stack)).toEqual([]);
  });
});

it("a client that was made public outside the program before its first reset gets a secret when it is confidential again", async () => {
  const stack = new TestStack();
  const program = declareClient({ public: false });
  stack.emulator.control.faults.add({
    operation: "oauthClients.resetSecret",
    ...{ count: 1, effect: { status: 503, headers: { "X-Maintenance-Mode": "true" } } },
  });
  expect((await stack.up(program)).result).toBe("failed");
  const [clientId = ""] = clientsIn(stack).map(({ id }) => id);
  stack.emulator.control.externalChange({ kind: "oauth_client_change", clientId, patch: { public: true } });
  await stack.up(program);
  expect(resetsIn(stack)).toHaveLength(1);
  expect(stepsOf(await stack.up(program))).toEqual(["update app"]);
  expect(resetsIn(stack)).toHaveLength(2);
  expect(isAccepted(stack, secretOf(stack))).toBe(true);
  expect(stepsOf(await stack.up(program))).toEqual([]);
});

it("an adopted client that was made public outside the program keeps its secret when it is confidential again", async () => {
  const stack = new TestStack();
  const { client } = stack.services();
  const { id } = await stack.clock.run(
    client.oauthClients.create({ label: "Shop", redirect_uri: "https://shop.example/callback" }),
  );
  const program = declareClient({ public: false, adopt: id });
  await stack.up(program);
  stack.emulator.control.externalChange({
    kind: "oauth_client_change",
    clientId: id,
    patch: { public: true },
  });
  await stack.refresh();
  expect(stepsOf(await stack.up(program))).toEqual(["update app"]);
  expect(clientsIn(stack)).toMatchObject([{ public: false }]);
  expect(resetsIn(stack)).toEqual([]);
});
