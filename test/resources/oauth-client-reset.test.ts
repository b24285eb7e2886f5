import type { ProgramFunction } from "../../src/engine";
import { readOrigin } from "../../src/lifecycle";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, declareClient, isAccepted, secretOf, shop } from "./oauth-clients";
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

/** The client of a stack, as the record of a reset names it. */
function clientOf(stack: TestStack) {
  const [client] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::app"));
  const origin = readOrigin(client?.inputs.origin);
  if (client?.id === undefined || origin === undefined) throw new Error("The state has no client.");
  return { urn: client.urn, id: client.id, origin, address: stack.address };
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
    const { urn } = clientOf(stack);
    const renamed: ProgramFunction = async (register) => {
      await register(declare("OAuthClient", "shop", { ...shop, secretVersion: 1 }, { aliases: [{ urn }] }));
      return {};
    };
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
    const elsewhere = new TestStack({ beside: stack });
    elsewhere.changeMachine();
    await elsewhere.store.save(stack.store.snapshot);
    const later = declareClient({ secretVersion: 3 });
    expect(stepsOf(await elsewhere.up(later))).toEqual(["update app"]);
    await stack.store.save(elsewhere.store.snapshot);
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
    expect(secretResets.find(object)).toMatch(/^scrypt:/);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(clientsIn(stack)).toEqual([]);
    expect(secretResets.find(object)).toBeUndefined();
  });
});

describe("an update that resets a secret", () => {
  it("is not called interrupted if the service refused the reset, which the state records as unfinished", async () => {
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

  it("is not recorded for a create or an adoption, which the next run repeats", async () => {
    const stack = new TestStack();
    await stack.up(before);
    expect(resetsIn(stack)).toHaveLength(1);
    const other = new TestStack({ beside: stack, backend: "file:///other" });
    await other.up(declareClient({ adopt: stack.outputs("app")?.clientId ?? null, secretVersion: 1 }));
    expect(resetsIn(stack)).toHaveLength(2);
    for (const one of [stack, other]) expect(one.services().secretResets.find(clientOf(one))).toBeUndefined();
  });
});
