import { createEmulator } from "../../src/emulator";
import { memoryIntents } from "../../src/lifecycle";
import { verdictOf } from "../../src/recovery";
import type { ResourceState } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareAll } from "../resources/declare-all";
import { failuresOf, smallInstance, warningsOf, webInstance } from "../resources/programs";
import {
  dropPendingOperations,
  editState,
  existing,
  killedCreate,
  killWithLostResponse,
  pendingOf,
  webOf,
} from "./killed-stack";
import { choose, recover } from "./recovering";

const elsewhere = (stack: TestStack) => ({ ...stack.services(), address: "http://elsewhere.test/v4" });
const unfinished = (stack: TestStack) => stack.services().intents.unfinished();

describe("a create that was sent to another address", () => {
  it.each([
    ["a record", dropPendingOperations, "intent"],
    ["a pending operation in the state", async () => undefined, "pendingOperation"],
    ["an unresolved create", unresolve, "unresolved"],
  ] as const)(
    "whose record has %s is not searched for, and is discarded only on request",
    async (_, prepare, trace) => {
      const stack = await killedCreate();
      await prepare(stack);
      const before = stack.store.snapshot;
      const outcomes = await recover(stack, { services: elsewhere(stack) });
      const found = expect.stringMatching(
        /sent to http:\/\/emulator\.test\/v4, but the address is now http:\/\/elsewhere\.test\/v4\. If they are different services, run the command with the former/,
      );
      expect(outcomes).toMatchObject([{ done: undefined, case: { trace, certainty: "question", found } }]);
      expect([verdictOf(outcomes), stack.store.snapshot, unfinished(stack).length]).toEqual([
        "undecided",
        before,
        1,
      ]);
      expect(stack.emulator.control.requests()).toEqual([]);
      const forgotten = await recover(stack, {
        services: elsewhere(stack),
        decide: choose(/^Discard the record of the create/),
      });
      expect([verdictOf(forgotten), pendingOf(stack), webOf(stack)]).toEqual(["settled", [], []]);
      expect(await recover(stack)).toEqual([]);
      const { intents, address } = stack.services();
      expect(
        intents.openRequests({ project: "project", stack: "dev", type: "Instance", name: "web" }, address),
      ).toEqual([]);
    },
  );

  it.each([
    ["a record", dropPendingOperations],
    ["a pending operation in the state", async () => undefined],
  ] as const)(
    "whose record has %s is searched for here once the user says that the service has moved",
    async (_, prepare) => {
      const stack = await killWithLostResponse();
      await prepare(stack);
      stack.address = "http://moved.test/v4";
      const moved = await recover(stack, { decide: choose(/^Treat it as sent to http:\/\/moved\.test\/v4/) });
      expect([verdictOf(moved), webOf(stack)]).toEqual(["settled", []]);
      expect(verdictOf(await recover(stack))).toBe("settled");
      expect(webOf(stack)).toMatchObject([{ id: "1" }]);
      expect(unfinished(stack)).toEqual([]);
    },
  );

  it("is not searched for here if another create of the resource was sent here", async () => {
    const stack = await killedCreate();
    await dropPendingOperations(stack);
    const [intent] = unfinished(stack);
    await stack.services().intents.save({ ...intent!, address: "http://moved.test/v4" });
    const outcomes = await recover(stack);
    const choices = outcomes.flatMap(({ case: { choices } }) =>
      choices.map(({ description }) => description),
    );
    expect(choices.filter((text) => text.startsWith("Treat it"))).toEqual([]);
    expect(choices.join()).toContain("Discard the record of the create: the objects at http://moved.test/v4");
  });

  it("stops the next create at this address, which sends nothing", async () => {
    const stack = await killedCreate();
    stack.emulator.control.forgetRequests();
    stack.address = "http://moved.test/v4";
    expect(failuresOf(await stack.up(webInstance())).join()).toMatch(
      /An earlier create of this instance was sent to http:\/\/emulator\.test\/v4, and no run has completed it\. Nothing was sent to http:\/\/moved\.test\/v4\. .* run `nodecloud recover`/,
    );
    expect(existing(stack)).toEqual(["1"]);
  });

  it("is named by the preview of the next create, and not of a requested replacement", async () => {
    const announced =
      "An earlier create of this instance was sent to http://emulator.test/v4, and no run has completed it. `pulumi up` creates none until `nodecloud recover` on this machine has resolved it.";
    const stack = await killedCreate();
    stack.address = "http://moved.test/v4";
    expect(failuresOf(await stack.preview(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([announced]);
    expect(failuresOf(await stack.preview(webInstance({ adopt: 1 })))).toEqual([]);
    expect(warningsOf(stack)).toEqual([announced]);

    const recorded = new TestStack();
    await recorded.killAfterWrites(2, () => recorded.up(webInstance()));
    expect(unfinished(recorded)).toHaveLength(1);
    recorded.address = "http://moved.test/v4";
    const replace = [webOf(recorded)[0]!.urn];
    expect(failuresOf(await recorded.preview(webInstance(), { replace }))).toEqual([]);
    expect(warningsOf(recorded)).toEqual([]);
  });

  it("is not named by the preview if a create that was sent here may have been carried out", async () => {
    const stack = await killedCreate();
    const [intent] = unfinished(stack);
    await stack.services().intents.save({ ...intent!, address: "http://moved.test/v4" });
    expect(failuresOf(await stack.preview(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it("is not named by a preview that keeps the object of the resource", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ label: "web" }));
    await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
    await dropPendingOperations(stack);
    stack.address = "http://moved.test/v4";
    expect(failuresOf(await stack.preview(webInstance({ label: "web" })))).toEqual([]);
    expect([unfinished(stack).length, warningsOf(stack)]).toEqual([1, []]);
  });

  it("does not stop it if that address was an emulator's on this machine", async () => {
    const stack = new TestStack();
    const { address } = stack;
    stack.address = "http://127.0.0.1:4010/v4";
    await stack.killAfterWrites(1, () => stack.up(webInstance()));
    await dropPendingOperations(stack);
    stack.address = address;
    const warning =
      "An earlier create of this instance was sent to http://127.0.0.1:4010/v4, and no run has completed it. `pulumi up` creates one at http://emulator.test/v4 without a search for it. If the earlier one no longer matters, discard its record with `nodecloud recover`.";
    expect(failuresOf(await stack.preview(webInstance()))).toEqual([]);
    expect([warningsOf(stack), existing(stack)]).toEqual([[warning], ["1"]]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect([warningsOf(stack), existing(stack)]).toEqual([
      [warning, warning],
      ["1", "2"],
    ]);
  });

  it("is completed once the program has adopted its object", async () => {
    const stack = await killedCreate({}, { label: "web" });
    stack.address = "http://moved.test/v4";
    const adopted = await stack.up(webInstance({ label: "web", adopt: 1 }));
    expect([failuresOf(adopted), unfinished(stack)]).toEqual([[], []]);
    const moved = await stack.up(webInstance({ label: "web", region: "eu-west" }));
    expect([failuresOf(moved), existing(stack)]).toEqual([[], ["2"]]);
  });

  it("is completed once a run has compared its object", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(2, () => stack.up(webInstance()));
    expect(unfinished(stack)).toHaveLength(1);
    stack.address = "http://moved.test/v4";
    const [own] = unfinished(stack);
    const other = { ...own!, origin: { ...own!.origin, name: "other" } };
    await stack.services().intents.save(other);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(unfinished(stack)).toEqual([other]);
  });

  it("stops a replacement before the object is deleted", async () => {
    const stack = new TestStack();
    await stack.up(webInstance({ label: "web" }));
    stack.endPlugin();
    await stack.clock.advance(300_000);
    await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
    await dropPendingOperations(stack);
    stack.address = "http://moved.test/v4";
    const before = existing(stack);
    const moved = webInstance({ label: "web", region: "eu-west" });
    expect(failuresOf(await stack.up(moved)).join()).toContain("no run has completed it");
    expect(existing(stack)).toEqual(before);
  });

  it.each([true, false])(
    "stops a requested replacement before the object is deleted (the plugin knows the state: %s)",
    async (knowsState) => {
      const stack = new TestStack({ knowsState });
      await stack.up(webInstance({ label: "web" }));
      await stack.clock.advance(300_000);
      await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
      await dropPendingOperations(stack);
      stack.address = "http://moved.test/v4";
      const replace = [webOf(stack)[0]!.urn];
      const failures = failuresOf(await stack.up(webInstance({ label: "web" }), { replace }));
      expect(failures.join()).toContain("no run has completed it");
      expect([existing(stack), webOf(stack).map(({ id }) => id)]).toEqual([["1", "2"], ["1"]]);
      // A destroy creates nothing.
      expect(failuresOf(await stack.destroy())).toEqual([]);
      expect(existing(stack)).toEqual(["2"]);
    },
  );

  it("does not stop a requested replacement of the object that it created", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(2, () => stack.up(webInstance({ label: "web" })));
    stack.address = "http://moved.test/v4";
    const replace = [webOf(stack)[0]!.urn];
    expect(failuresOf(await stack.up(webInstance({ label: "web" }), { replace }))).toEqual([]);
    expect([existing(stack), unfinished(stack).map(({ address }) => address)]).toEqual([
      ["2"],
      [stack.address],
    ]);
  });

  /** A create that the state records as unresolved, and that created instance 1. The service has moved since. */
  async function unresolvedBeforeMove(): Promise<TestStack> {
    const stack = await killWithLostResponse();
    await editState(stack, ({ resources, pendingOperations: [operation] }) => {
      const { inputs } = operation!.resource;
      const { label = "", __provider = "" } = inputs;
      const outputs = { unresolved: { nonce: label, label, candidates: [] }, applied: inputs, __provider };
      return {
        resources: [...resources, { ...operation!.resource, id: "unresolved-web", outputs }],
        pendingOperations: [],
      };
    });
    const { intents } = stack.services();
    for (const intent of unfinished(stack))
      await intents.save({ ...intent, isFailed: true, isUnresolved: true });
    await stack.clock.advance(300_000);
    stack.address = "http://moved.test/v4";
    return stack;
  }

  it("does not stop the create that follows the deletion of its object", async () => {
    const stack = await unresolvedBeforeMove();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect([existing(stack), unfinished(stack).map(({ address }) => address)]).toEqual([
      ["2"],
      [stack.address],
    ]);
  });

  it("stops the create if its object was not found here, so it may exist there", async () => {
    const stack = await unresolvedBeforeMove();
    stack.emulator = createEmulator({ clock: stack.clock, seed: 2 });
    expect(failuresOf(await stack.up(webInstance())).join()).toContain("no run has completed it");
    expect([existing(stack), unfinished(stack)]).toMatchObject([
      [],
      [{ address: "http://emulator.test/v4" }],
    ]);
  });

  describe("and whose service still exists", () => {
    /** Another service, with instances 1 and 2 that others have created. */
    async function changeService(stack: TestStack): Promise<void> {
      stack.emulator = createEmulator({ clock: stack.clock, seed: 2 });
      stack.address = "http://staging.test/v4";
      await stack.clock.advance(120_000);
      const { client } = stack.services();
      for (const label of ["one", "two"])
        await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label }));
      await stack.clock.advance(60_000);
    }

    it.each([1, 2])("is found there after an adoption of instance %s elsewhere", async (adopt) => {
      const stack = await killedCreate({}, { label: "web" });
      const { emulator, address } = stack;
      await dropPendingOperations(stack);
      await changeService(stack);
      expect(failuresOf(await stack.up(webInstance({ adopt })))).toEqual([]);
      expect(unfinished(stack)).toMatchObject([{ id: "1", address }]);
      await editState(stack, (snapshot) => ({ ...snapshot, resources: [] }));
      Object.assign(stack, { emulator, address });
      expect(failuresOf(await stack.up(webInstance({ label: "web" })))).toEqual([]);
      expect([existing(stack), webOf(stack).map(({ id }) => id)]).toEqual([["1"], ["1"]]);
    });
  });

  it("does not stop the create of another resource", async () => {
    const stack = await killedCreate();
    await dropPendingOperations(stack);
    stack.address = "http://moved.test/v4";
    expect(failuresOf(await stack.up(declareAll("Instance", { other: smallInstance })))).toEqual([]);
  });

  it("in another spelling counts as sent to this address", async () => {
    const stack = await killWithLostResponse();
    const services = { ...stack.services(), address: "http://EMULATOR.test:80/v4/" };
    expect(verdictOf(await recover(stack, { services }))).toBe("settled");
    expect(webOf(stack)).toMatchObject([{ id: "1" }]);
  });
});

function unresolve(stack: TestStack): Promise<void> {
  return editState(stack, ({ resources, pendingOperations: [operation] }) => ({
    resources: [
      ...resources,
      { ...operation!.resource, id: "unresolved-web", outputs: { unresolved: { candidates: [] } } },
    ],
    pendingOperations: [],
  }));
}

it("a possible object that another stack has adopted since stays a choice of the user", async () => {
  const stack = await killWithLostResponse();
  await editState(stack, ({ resources, pendingOperations: [operation] }) => ({
    resources: [
      ...resources,
      { ...operation!.resource, id: "unresolved-web", outputs: { unresolved: { candidates: ["1"] } } },
    ],
    pendingOperations: [],
  }));
  const other = new TestStack({ beside: stack, backend: "other" });
  expect(failuresOf(await other.up(declareAll("Instance", { shop: { adopt: 1 } })))).toEqual([]);
  const [one] = await recover(stack);
  expect(one?.case).toMatchObject({ certainty: "question", ids: ["1"] });
  expect(one?.case.found).toMatch(
    / A record on this machine shows that another resource manages instance 1\.$/,
  );
  await recover(stack, { decide: choose(/^Record instance 1/) });
  expect(webOf(stack).map(({ id }) => id)).toEqual(["1"]);
});

describe("a record of a create of a stack", () => {
  /** The killed create of `dev`, recorded as that of another stack. */
  async function recordOf(parts: { readonly stack?: string; readonly organization?: string }) {
    const stack = await killWithLostResponse();
    await dropPendingOperations(stack);
    const [intent] = unfinished(stack);
    const intents = memoryIntents();
    await intents.save({ ...intent!, origin: { ...intent!.origin, ...parts } });
    return { stack, services: { ...stack.services(), intents } };
  }

  it("with another name is ignored", async () => {
    const { stack, services } = await recordOf({ stack: "other" });
    expect(await recover(stack, { services })).toEqual([]);
    expect(services.intents.unfinished()).toHaveLength(1);
  });

  it.each([
    ["is of this stack if its name has the organization", "acme", undefined, "certain"],
    ["is of this stack if its resources have the organization", undefined, ["ACME"], "certain"],
    ["is ignored if the name has another organization", "other", ["acme"], undefined],
    ["is ignored if the resources have another organization", undefined, ["other"], undefined],
    ["needs a decision if neither has one", undefined, undefined, "question"],
    ["needs a decision if the resources have several", undefined, ["acme", "other"], "question"],
  ] as const)("with an organization %s", async (_, organization, recorded, certainty) => {
    const { stack, services } = await recordOf({ organization: "acme" });
    if (recorded !== undefined) await declareOthers(stack, recorded);
    const before = stack.store.snapshot;
    const outcomes = await recover(stack, { services, ...(organization ? { organization } : {}) });
    expect(outcomes.map((outcome) => outcome.case.certainty)).toEqual(certainty ? [certainty] : []);
    expect(stack.store.snapshot === before).toBe(certainty !== "certain");
    expect(services.intents.unfinished()).toHaveLength(certainty === "certain" ? 0 : 1);
    if (certainty !== "question") return;
    expect(outcomes[0]?.case.found).toMatch(
      /organization "acme", but the organization of this stack is unknown\. .*`--stack acme\/dev`\.$/,
    );
    const { intents } = services;
    await recover(stack, {
      services: { ...stack.services(), intents },
      decide: choose(/^Record instance 1/),
    });
    expect(webOf(stack)).toMatchObject([{ id: "1" }]);
  });

  it("is of this stack if a pending operation has its organization", async () => {
    const { stack, services } = await recordOf({ organization: "acme" });
    const [any] = stack.store.snapshot.resources;
    const operation = { type: "reading", resource: withOrganization(any!, "acme") } as const;
    await editState(stack, ({ resources }) => ({ resources, pendingOperations: [operation] }));
    const outcomes = await recover(stack, { services });
    const found = outcomes.filter(({ case: { trace } }) => trace === "intent");
    expect(found).toMatchObject([{ case: { certainty: "certain" } }]);
  });
});

/** Gives the first resources in the state these organizations. */
function declareOthers(stack: TestStack, organizations: readonly string[]): Promise<void> {
  return editState(stack, (snapshot) => ({
    ...snapshot,
    resources: snapshot.resources.map((state, at) => withOrganization(state, organizations[at])),
  }));
}

function withOrganization(state: ResourceState, organization: string | undefined): ResourceState {
  const origin = { project: "project", stack: "dev", type: "Instance", name: "db" };
  return organization === undefined ? state : { ...state, inputs: { origin: { ...origin, organization } } };
}
