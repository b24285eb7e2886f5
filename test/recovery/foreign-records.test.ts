import { memoryIntents } from "../../src/lifecycle";
import { verdictOf } from "../../src/recovery";
import type { ResourceState } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareAll } from "../resources/declare-all";
import { failuresOf } from "../resources/programs";
import { editState, killedCreate, lostResponse, pendingOf, webOf, withoutNotes } from "./killed-stack";
import { choose, recover } from "./recovering";

const elsewhere = (stack: TestStack) => ({ ...stack.services(), address: "http://elsewhere.test/v4" });
const unfinished = (stack: TestStack) => stack.services().intents.unfinished();

describe("a create that was sent to another address", () => {
  it.each([
    ["a record", withoutNotes, "intent"],
    ["a note in the state", async () => undefined, "pendingOperation"],
    ["an unresolved create", unresolve, "unresolved"],
  ] as const)(
    "whose record has %s is not searched for, and is discarded only on request",
    async (_, prepare, trace) => {
      const stack = await killedCreate();
      await prepare(stack);
      const before = stack.store.snapshot;
      const outcomes = await recover(stack, { services: elsewhere(stack) });
      const found = expect.stringMatching(
        /sent to http:\/\/emulator\.test\/v4, but the address is now http:\/\/elsewhere\.test\/v4\. Run the command with the former address/,
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

  it("in another spelling counts as sent to this address", async () => {
    const stack = await lostResponse();
    const services = { ...stack.services(), address: "http://EMULATOR.test:80/v4/" };
    expect(verdictOf(await recover(stack, { services }))).toBe("settled");
    expect(webOf(stack)).toMatchObject([{ id: "1" }]);
  });
});

function unresolve(stack: TestStack): Promise<void> {
  return editState(stack, ({ resources, pendingOperations: [note] }) => ({
    resources: [
      ...resources,
      { ...note!.resource, id: "unresolved-web", outputs: { unresolved: { candidates: [] } } },
    ],
    pendingOperations: [],
  }));
}

it("a possible object that another stack has adopted since stays a choice of the user", async () => {
  const stack = await lostResponse();
  await editState(stack, ({ resources, pendingOperations: [note] }) => ({
    resources: [
      ...resources,
      { ...note!.resource, id: "unresolved-web", outputs: { unresolved: { candidates: ["1"] } } },
    ],
    pendingOperations: [],
  }));
  const other = new TestStack({ beside: stack, backend: "other" });
  expect(failuresOf(await other.up(declareAll("Instance", { shop: { adopt: 1 } })))).toEqual([]);
  expect(await recover(stack)).toMatchObject([{ case: { certainty: "question", ids: ["1"] } }]);
  await recover(stack, { decide: choose(/^Record instance 1/) });
  expect(webOf(stack).map(({ id }) => id)).toEqual(["1"]);
});

describe("a record of a create of a stack", () => {
  /** The killed create of `dev`, recorded as that of another stack. */
  async function recordOf(parts: { readonly stack?: string; readonly organization?: string }) {
    const stack = await lostResponse();
    await withoutNotes(stack);
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
    ["is not looked at if the name has another organization", "other", ["acme"], undefined],
    ["is not looked at if the resources have another organization", undefined, ["other"], undefined],
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

  it("is of this stack if the note of an operation has its organization", async () => {
    const { stack, services } = await recordOf({ organization: "acme" });
    const [any] = stack.store.snapshot.resources;
    const note = { type: "reading", resource: withOrganization(any!, "acme") } as const;
    await editState(stack, ({ resources }) => ({ resources, pendingOperations: [note] }));
    const outcomes = await recover(stack, { services });
    const found = outcomes.filter(({ case: { trace } }) => trace === "intent");
    expect(found).toMatchObject([{ case: { certainty: "certain" } }]);
  });
});

/** Gives the first resources of the state these organizations. */
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
