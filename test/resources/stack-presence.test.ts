import { createEmulator, wellKnownTokens } from "../../src/emulator";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { declare, type RunOptions, TestStack } from "../../src/testing";
import { callsTo, emptyProgram, failuresOf, instancesIn, smallInstance } from "./programs";

const shop = { label: "Shop", redirectUri: "https://shop.example/callback" };

/** Two instances, and an OAuth client where that is asked for. */
const declared =
  (...names: readonly ("a" | "b" | "app")[]): ProgramFunction =>
  async (register) => {
    await Promise.all(
      names.map((name) =>
        register(
          name === "app" ? declare("OAuthClient", name, shop) : declare("Instance", name, smallInstance),
        ),
      ),
    );
    return {};
  };

/** A stack whose token may not read its account, so that nothing records one. */
async function stackOf(...names: readonly ("a" | "b" | "app")[]) {
  const stack = new TestStack();
  stack.emulator.control.faults.add({ operation: "account.view", when: "before", effect: { status: 403 } });
  const program = declared(...names);
  expect(failuresOf(await stack.up(program))).toEqual([]);
  for (const { outputs } of resourcesOf(stack)) expect(outputs.identity ?? {}).not.toHaveProperty("account");
  stack.emulator.control.forgetRequests();
  return { stack, program };
}

function resourcesOf(stack: TestStack) {
  return stack.store.snapshot.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:"));
}

async function deleteOutside(stack: TestStack, ...names: readonly string[]) {
  const { client } = stack.services();
  for (const { urn, id } of resourcesOf(stack)) {
    if (!names.some((name) => urn.endsWith(`::${name}`))) continue;
    await stack.clock.run(
      urn.endsWith("::app")
        ? client.oauthClients.delete({ clientId: id })
        : client.instances.delete({ instanceId: Number(id) }),
    );
  }
  await stack.clock.advance(600_000);
  stack.emulator.control.forgetRequests();
}

const namesIn = (stack: TestStack) => resourcesOf(stack).map(({ urn }) => urn.split("::").at(-1));

const operations: Readonly<
  Record<string, (stack: TestStack, options?: RunOptions) => Promise<InProcessOutcome>>
> = {
  refresh: (stack, options) => stack.refresh(options),
  destroy: (stack, options) => stack.destroy(options),
  "delete in up": (stack, options) => stack.up(emptyProgram, options),
};

describe.each(Object.entries(operations))("a stack that seems to be gone as a whole, in %s", (_, run) => {
  it.each([1, 16])("is left as it is without the account's identity (parallel %i)", async (parallel) => {
    const { stack } = await stackOf("a", "b", "app");
    const before = stack.store.snapshot.resources;
    const outcome = await run(stack, { token: wellKnownTokens.secondAccount, parallel });
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome)[0]).toMatch(
      /was not found, and neither was any other object of this stack.+--allow-empty/,
    );
    expect(
      resourcesOf(stack)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      before
        .filter(({ type }) => type.startsWith("pulumi-nodejs:"))
        .map(({ id }) => id)
        .sort(),
    );
    expect(callsTo(stack).filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  it("is taken to be gone with --allow-empty", async () => {
    const { stack } = await stackOf("a", "b", "app");
    await deleteOutside(stack, "a", "b", "app");
    expect(failuresOf(await run(stack, { allowEmpty: true }))).toEqual([]);
    expect(namesIn(stack)).toEqual([]);
  });

  it("is taken to be gone where the account is known to be the same", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declared("a", "b", "app")))).toEqual([]);
    await deleteOutside(stack, "a", "b", "app");
    expect(failuresOf(await run(stack))).toEqual([]);
    expect(namesIn(stack)).toEqual([]);
  });
});

describe("one of two that is gone", () => {
  it.each([
    ["a", "b"],
    ["b", "a"],
    ["a", "app"],
    ["app", "a"],
  ] as const)("leaves the state: %s of it and %s", async (lost, kept) => {
    for (const parallel of [1, 2, 16]) {
      const { stack } = await stackOf(lost, kept);
      await deleteOutside(stack, lost);
      expect(failuresOf(await stack.refresh({ parallel }))).toEqual([]);
      expect(namesIn(stack)).toEqual([kept]);
    }
  });

  it.each([
    ["a", "b"],
    ["b", "a"],
    ["app", "a"],
  ] as const)("is no reason not to destroy the other: %s of it and %s", async (lost, kept) => {
    const { stack } = await stackOf(lost, kept);
    await deleteOutside(stack, lost);
    const outcome = await stack.destroy({ parallel: 1 });
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts).toMatchObject({ deleted: 1, alreadyGone: 1 });
  });

  it.each([
    ["a", "b"],
    ["b", "a"],
  ] as const)("is deleted in an up that only compares the other: %s, not %s", async (lost, kept) => {
    const { stack } = await stackOf(lost, kept);
    await deleteOutside(stack, lost);
    const outcome = await stack.up(declared(kept), { parallel: 1 });
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts).toMatchObject({ deleted: 0, alreadyGone: 1 });
    expect(namesIn(stack)).toEqual([kept]);
  });
});

describe("a delete that finds nothing", () => {
  it("says so, and counts apart", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declared("a", "b", "app")))).toEqual([]);
    await deleteOutside(stack, "a", "app");
    const outcome = await stack.destroy();
    expect(outcome.counts).toMatchObject({ deleted: 1, alreadyGone: 2 });
    expect(stack.messages.filter(({ message }) => message.endsWith("was already gone"))).toHaveLength(2);
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("a delete that is answered with 404", () => {
  it("found nothing either, though a list still held the thing", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declared("a", "b", "app")))).toEqual([]);
    const { faults } = stack.emulator.control;
    // Carried out for somebody else, between the list and our request.
    for (const operation of ["instances.delete", "oauthClients.delete"])
      faults.add({ operation, when: "after", count: 1, effect: { status: 404, body: notFound } });
    const outcome = await stack.destroy({ parallel: 1 });
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts).toMatchObject({ deleted: 1, alreadyGone: 2 });
  });
});

const notFound = JSON.stringify({ errors: [{ reason: "Not found" }] });

describe("what this run created", () => {
  it("proves nothing of the account: it may be in the wrong one itself", async () => {
    const { stack } = await stackOf("a");
    const outcome = await stack.up(declared("b"), { token: wellKnownTokens.secondAccount });
    expect(failuresOf(outcome)).toEqual([expect.stringMatching(/^instance 1 was not found/)]);
    expect(namesIn(stack)).toContain("a");
  });
});

describe("a stack of 0.1.0, of which no state has an account", () => {
  const forgetting = async (...names: readonly ("a" | "b" | "app")[]) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declared(...names)))).toEqual([]);
    for (const { outputs } of resourcesOf(stack)) Reflect.deleteProperty(outputs, "identity");
    return stack;
  };

  it.each([
    ["a", "b"],
    ["b", "a"],
    ["app", "a"],
    ["a", "app"],
  ] as const)("loses what is gone, %s, and keeps %s", async (lost, kept) => {
    const stack = await forgetting(lost, kept);
    await deleteOutside(stack, lost);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(namesIn(stack)).toEqual([kept]);
  });

  it("may need a second refresh at --parallel 1, when the first thing that is read is gone", async () => {
    const stack = await forgetting("a", "b");
    await deleteOutside(stack, "a");
    expect(failuresOf(await stack.refresh({ parallel: 1 }))).toEqual([
      expect.stringContaining("Check the token and the address and run the command again"),
    ]);
    expect(failuresOf(await stack.refresh({ parallel: 1 }))).toEqual([]);
    expect(namesIn(stack)).toEqual(["b"]);
  });

  it("is left as it is with a token of another account", async () => {
    const stack = await forgetting("a", "b");
    for (let run = 0; run < 2; run++)
      expect((await stack.refresh({ token: wellKnownTokens.secondAccount })).result).toBe("failed");
    expect(namesIn(stack).sort()).toEqual(["a", "b"]);
  });

  it("takes a namesake for no proof, where nothing but its id is known", async () => {
    const stack = new TestStack();
    const deployment = { region: "us-east", type: "g1-nano-1" };
    await stack.clock.run(stack.services().client.instances.create(deployment));
    const program: ProgramFunction = async (register) => {
      await register(declare("Instance", "b", smallInstance));
      await register(declare("BackupSchedule", "backup", { instanceId: 1, day: "Sunday", window: "W10" }));
      return {};
    };
    expect(failuresOf(await stack.up(program))).toEqual([]);
    for (const { outputs } of resourcesOf(stack)) Reflect.deleteProperty(outputs, "identity");
    await stack.clock.advance(3_600_000);
    stack.emulator = createEmulator({ clock: stack.clock, seed: 1 });
    await stack.clock.run(stack.services().client.instances.create(deployment));
    expect(failuresOf(await stack.refresh())).toEqual([expect.stringMatching(/^instance 2 was not found/)]);
    expect(namesIn(stack)).toContain("b");
  });
});
