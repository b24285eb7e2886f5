import { createEmulator, wellKnownTokens } from "../../src/emulator";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { declare, type RunOptions, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { shop } from "./oauth-clients";
import { callsTo, emptyProgram, failuresOf, instancesIn, smallInstance } from "./programs";

type Name = "a" | "b" | "app";

/** A program that declares up to two instances, `a` and `b`, and an OAuth client, `app`. */
const declareNames =
  (...names: readonly Name[]): ProgramFunction =>
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

/** A stack whose token cannot view its account, so that the state records none. */
async function startWithoutAccount(...names: readonly Name[]) {
  const stack = new TestStack();
  stack.emulator.control.faults.add({ operation: "account.view", when: "before", effect: { status: 403 } });
  expect(failuresOf(await stack.up(declareNames(...names)))).toEqual([]);
  for (const { outputs } of resourcesOf(stack)) expect(outputs.identity ?? {}).not.toHaveProperty("account");
  stack.emulator.control.forgetRequests();
  return stack;
}

function resourcesOf(stack: TestStack) {
  return stack.store.snapshot.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:"));
}

/** Deletes objects with the API, not with the stack. */
async function deleteExternally(stack: TestStack, ...names: readonly Name[]) {
  const { client } = stack.services();
  await advanceUntilIdle(stack);
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
const idsIn = (stack: TestStack) =>
  resourcesOf(stack)
    .map(({ id }) => id)
    .sort();

/** Runs that find out that an object no longer exists. */
const operations: Readonly<
  Record<string, (stack: TestStack, options?: RunOptions) => Promise<InProcessOutcome>>
> = {
  refresh: (stack, options) => stack.refresh(options),
  destroy: (stack, options) => stack.destroy(options),
  "delete in up": (stack, options) => stack.up(emptyProgram, options),
};

describe.each(Object.entries(operations))("a %s that finds no object of the stack", (_, run) => {
  it.each([1, 16])("fails and keeps the state if no account is recorded (parallel %i)", async (parallel) => {
    const stack = await startWithoutAccount("a", "b", "app");
    const idsBefore = idsIn(stack);
    const outcome = await run(stack, { token: wellKnownTokens.secondAccount, parallel });
    expect(outcome.result).toBe("failed");
    expect(failuresOf(outcome)[0]).toMatch(
      /was not found, and neither was any other object of this stack.+--allow-empty/,
    );
    expect(idsIn(stack)).toEqual(idsBefore);
    expect(callsTo(stack).filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  it("removes all resources from the state with --allow-empty", async () => {
    const stack = await startWithoutAccount("a", "b", "app");
    await deleteExternally(stack, "a", "b", "app");
    expect(failuresOf(await run(stack, { allowEmpty: true }))).toEqual([]);
    expect(namesIn(stack)).toEqual([]);
  });

  it("removes all resources from the state if the token belongs to the recorded account", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareNames("a", "b", "app")))).toEqual([]);
    await deleteExternally(stack, "a", "b", "app");
    expect(failuresOf(await run(stack))).toEqual([]);
    expect(namesIn(stack)).toEqual([]);
  });
});

describe("one of two objects that no longer exists", () => {
  it.each([
    ["a", "b"],
    ["b", "a"],
    ["a", "app"],
    ["app", "a"],
  ] as const)("is removed from the state by refresh: %s, while %s exists", async (lost, kept) => {
    for (const parallel of [1, 2, 16]) {
      const stack = await startWithoutAccount(lost, kept);
      await deleteExternally(stack, lost);
      expect(failuresOf(await stack.refresh({ parallel }))).toEqual([]);
      expect(namesIn(stack)).toEqual([kept]);
    }
  });

  it.each([
    ["a", "app", "oauthClients"],
    ["app", "a", "instances"],
  ] as const)(
    "is not removed from the state by a refresh that cannot read the other: %s, while %s exists",
    async (lost, kept, operations) => {
      const stack = await startWithoutAccount(lost, kept);
      await deleteExternally(stack, lost);
      for (const operation of [`${operations}.view`, `${operations}.list`])
        stack.emulator.control.faults.add({ operation, when: "before", effect: { status: 403 } });
      const outcome = await stack.refresh();
      expect(failuresOf(outcome)).toContainEqual(
        expect.stringMatching(/was not found, and neither was any other object of this stack/),
      );
      expect(namesIn(stack).sort()).toEqual([lost, kept].sort());
    },
  );

  it.each([
    ["a", "b"],
    ["b", "a"],
    ["app", "a"],
  ] as const)("does not prevent destroy: %s, while %s exists", async (lost, kept) => {
    const stack = await startWithoutAccount(lost, kept);
    await deleteExternally(stack, lost);
    const outcome = await stack.destroy({ parallel: 1 });
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts).toMatchObject({ deleted: 1, alreadyDeleted: 1 });
  });

  it.each([
    ["a", "b"],
    ["b", "a"],
  ] as const)(
    "is removed from the state by an up that only compares the other: %s, while %s exists",
    async (lost, kept) => {
      const stack = await startWithoutAccount(lost, kept);
      await deleteExternally(stack, lost);
      const outcome = await stack.up(declareNames(kept), { parallel: 1 });
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.counts).toMatchObject({ deleted: 0, alreadyDeleted: 1 });
      expect(namesIn(stack)).toEqual([kept]);
    },
  );
});

const notFound = JSON.stringify({ errors: [{ reason: "Not found" }] });

describe("a delete of an object that no longer exists", () => {
  it("is reported and counted separately", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareNames("a", "b", "app")))).toEqual([]);
    await deleteExternally(stack, "a", "app");
    const outcome = await stack.destroy();
    expect(outcome.counts).toMatchObject({ deleted: 1, alreadyDeleted: 2 });
    expect(stack.messages.filter(({ message }) => message.endsWith("was already deleted"))).toHaveLength(2);
    expect(instancesIn(stack)).toEqual([]);
  });

  it("is counted in the same way if a list still contains it but the delete returns 404", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareNames("a", "b", "app")))).toEqual([]);
    // An instance that is booting is not deleted.
    await stack.clock.advance(60_000);
    const { faults } = stack.emulator.control;
    // As if someone else deleted the object between the list and our request.
    for (const operation of ["instances.delete", "oauthClients.delete"])
      faults.add({ operation, when: "after", count: 1, effect: { status: 404, body: notFound } });
    const outcome = await stack.destroy({ parallel: 1 });
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts).toMatchObject({ deleted: 1, alreadyDeleted: 2 });
  });
});

describe("an object that the run created", () => {
  it("does not prove that the account is the right one", async () => {
    const stack = await startWithoutAccount("a");
    const outcome = await stack.up(declareNames("b"), { token: wellKnownTokens.secondAccount });
    expect(failuresOf(outcome)).toEqual([expect.stringMatching(/^instance 1 was not found/)]);
    expect(namesIn(stack)).toContain("a");
  });
});

describe("a state of 0.1.0, which records no account", () => {
  const startWithoutIdentity = async (...names: readonly Name[]) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareNames(...names)))).toEqual([]);
    for (const { outputs } of resourcesOf(stack)) Reflect.deleteProperty(outputs, "identity");
    return stack;
  };

  it.each([
    ["a", "b"],
    ["b", "a"],
    ["app", "a"],
    ["a", "app"],
  ] as const)("loses %s, which no longer exists, and keeps %s in a refresh", async (lost, kept) => {
    const stack = await startWithoutIdentity(lost, kept);
    await deleteExternally(stack, lost);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(namesIn(stack)).toEqual([kept]);
  });

  it("needs a second refresh at --parallel 1 if the first object that is read no longer exists", async () => {
    const stack = await startWithoutIdentity("a", "b");
    const [first, second] = namesIn(stack)[0] === "a" ? (["a", "b"] as const) : (["b", "a"] as const);
    await deleteExternally(stack, first);
    expect(failuresOf(await stack.refresh({ parallel: 1 }))).toEqual([
      expect.stringContaining("Check the token and the address and run the command again"),
    ]);
    expect(failuresOf(await stack.refresh({ parallel: 1 }))).toEqual([]);
    expect(namesIn(stack)).toEqual([second]);
  });

  it("is not changed by refreshes with a token of another account", async () => {
    const stack = await startWithoutIdentity("a", "b");
    for (let run = 0; run < 2; run++)
      expect((await stack.refresh({ token: wellKnownTokens.secondAccount })).result).toBe("failed");
    expect(namesIn(stack).sort()).toEqual(["a", "b"]);
  });

  it("does not take another object with the same id as proof of the account", async () => {
    const stack = new TestStack();
    const emptyInstance = { region: "us-east", type: "g1-nano-1" };
    await stack.clock.run(stack.services().client.instances.create(emptyInstance));
    const program: ProgramFunction = async (register) => {
      await register(declare("Instance", "b", smallInstance));
      await register(declare("BackupSchedule", "backup", { instanceId: 1, day: "Sunday", window: "W10" }));
      return {};
    };
    expect(failuresOf(await stack.up(program))).toEqual([]);
    for (const { outputs } of resourcesOf(stack)) Reflect.deleteProperty(outputs, "identity");
    await stack.clock.advance(3_600_000);
    stack.emulator = createEmulator({ clock: stack.clock, seed: 1 });
    await stack.clock.run(stack.services().client.instances.create(emptyInstance));
    expect(failuresOf(await stack.refresh())).toEqual([expect.stringMatching(/^instance 2 was not found/)]);
    expect(namesIn(stack)).toContain("b");
  });
});
