import { describeOutcomes, verdictOf } from "../../src/recovery";
import type { PendingOperation, ResourceState } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { declareAll } from "../resources/declare-all";
import { failuresOf, smallInstance, stepsOf, webInstance } from "../resources/programs";
import {
  dropPendingOperations,
  editState,
  existing,
  killedCreate,
  killWithLostResponse,
  pendingOf,
  recordOfAnother,
  webOf,
} from "./killed-stack";
import { choose, recover, writesIn } from "./recovering";

/** The Pulumi CLI keeps pending creates in the state, whatever later runs create. */
async function keepPending(stack: TestStack, operation: PendingOperation, created?: string): Promise<void> {
  const { resource } = operation;
  const kept = { ...operation, resource: { ...resource, created: created ?? resource.created } };
  await editState(stack, (snapshot) => ({ ...snapshot, pendingOperations: [kept] }));
}

/** A create that was interrupted with its result unknown, and a later run elsewhere that created a second instance. */
async function createdTwice(created?: string): Promise<TestStack> {
  const stack = await killWithLostResponse();
  const [operation] = stack.store.snapshot.pendingOperations;
  await dropPendingOperations(stack);
  stack.changeMachine();
  await stack.clock.advance(60_000);
  await stack.up(webInstance());
  expect(existing(stack)).toEqual(["1", "2"]);
  await keepPending(stack, operation!, created);
  stack.endPlugin();
  stack.emulator.control.forgetRequests();
  return stack;
}

describe("a pending create of a resource whose object the state has", () => {
  it("is removed if a later run took its object over, which the message names", async () => {
    const stack = await killedCreate();
    const [operation] = stack.store.snapshot.pendingOperations;
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    await keepPending(stack, operation!);
    stack.endPlugin();
    const [id] = existing(stack);
    const outcomes = await recover(stack);
    expect(outcomes).toMatchObject([
      {
        done: { description: `Remove the create from the state, which keeps instance ${id}.` },
        case: {
          certainty: "certain",
          found: `A run was stopped while creating this instance. The state records instance ${id} for the resource, and the create left nothing else.`,
        },
      },
    ]);
    expect([pendingOf(stack), existing(stack), webOf(stack).map((web) => web.id)]).toEqual([[], [id], [id]]);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
  });

  it.each([
    ["the embedded engine", undefined],
    ["the Pulumi CLI", ""],
  ])("that a run of %s created later replaces nothing, and is left to the user", async (_, created) => {
    const stack = await createdTwice(created);
    const before = stack.store.snapshot;
    const outcomes = await recover(stack);
    expect(outcomes).toMatchObject([
      {
        done: undefined,
        case: {
          certainty: "question",
          ids: ["1"],
          found: expect.stringMatching(
            /It created instance 1, and the state records instance 2 \("web-\w+", created 2022-[\dT:-]+\) for the resource\. Delete instance 1 if no stack contains it and it is no longer needed: `nodecloud api instances delete 1 --account 0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01`\.$/,
          ),
        },
      },
    ]);
    expect(verdictOf(outcomes)).toBe("undecided");
    expect(stack.store.snapshot).toBe(before);
    const decide = choose(/^Remove the create from the state, and leave instance 1 in the service\.$/);
    expect(verdictOf(await recover(stack, { decide }))).toBe("settled");
    expect(pendingOf(stack)).toEqual([]);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect([existing(stack), writesIn(stack)]).toEqual([["1", "2"], []]);
    expect(await recover(stack)).toEqual([]);
  });

  it("is removed if the later run took its object over", async () => {
    const stack = await killedCreate();
    const [operation] = stack.store.snapshot.pendingOperations;
    await stack.up(webInstance());
    await keepPending(stack, operation!);
    expect(await recover(stack)).toMatchObject([{ case: { certainty: "certain", ids: ["1"] } }]);
    expect([pendingOf(stack), webOf(stack).map(({ id }) => id)]).toEqual([[], ["1"]]);
  });

  it("with several possible objects is not recorded as unresolved", async () => {
    const golden = declareAll("OAuthClient", {
      app: { label: "Shop", redirectUri: "https://shop.example/" },
    });
    const stack = new TestStack();
    await stack.killAfterWrites(1, () => stack.up(golden));
    const [operation] = stack.store.snapshot.pendingOperations;
    await dropPendingOperations(stack);
    stack.changeMachine();
    await stack.clock.advance(60_000);
    await stack.up(golden);
    await keepPending(stack, operation!);
    const { resources } = stack.store.snapshot;
    expect(await recover(stack, { isOtherMachine: true })).toMatchObject([
      {
        done: undefined,
        case: { certainty: "question", found: expect.stringMatching(/It may have created/) },
      },
    ]);
    expect(stack.store.snapshot.resources).toBe(resources);
    expect(failuresOf(await stack.up(golden))).toEqual([]);
  });

  it.each([
    [
      "is recorded as its replacement if the user says so",
      /^Record instance 2 \("[\w-]+", created 2022-03-21T\S+\) in the state as the replacement\. The next `up` deletes instance 1\.$/,
    ],
    ["is left in the service otherwise", /^Remove the create from the state, and leave instance 2/],
  ])("that may have begun its replacement %s", async (_, choice) => {
    const stack = new TestStack();
    await stack.up(webInstance());
    const eu = webInstance({ region: "eu-west" });
    await stack.killAfterWrites(1, () => stack.up(eu));
    await stack.clock.advance(2 * 86_400_000);
    // The user reverts the program, so the old object is in use.
    await stack.up(webInstance({ tags: ["in-use"] }));
    const [question] = await recover(stack);
    expect(question).toMatchObject({ done: undefined, case: { certainty: "question", ids: ["2"] } });
    expect(webOf(stack)).toMatchObject([{ id: "1", delete: false }]);
    expect(verdictOf(await recover(stack, { decide: choose(choice) }))).toBe("settled");
    const isRecorded = choice.source.startsWith("^Record");
    expect(webOf(stack).map(({ id, delete: isOld }) => [id, isOld])).toEqual(
      isRecorded
        ? [
            ["2", false],
            ["1", true],
          ]
        : [["1", false]],
    );
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(isRecorded ? eu : webInstance({ tags: ["in-use"] })))).toEqual([]);
    expect(existing(stack)).toEqual(isRecorded ? ["2"] : ["1", "2"]);
  });

  it("is not deleted by the next up if the user leaves it in the service", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    await stack.clock.advance(300_000);
    await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
    await stack.clock.advance(300_000);
    const decide = choose(/^Remove the create from the state, and leave instance 2/);
    expect(verdictOf(await recover(stack, { decide }))).toBe("settled");
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toEqual(["1", "2"]);
  });

  describe("in a store that drops pending operations", () => {
    /** A killed replacement, and an update of the old object that was killed later. */
    async function killTwice(): Promise<TestStack> {
      const stack = new TestStack();
      await stack.up(webInstance());
      await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
      const [web] = webOf(stack);
      await editState(stack, (snapshot) => ({
        ...snapshot,
        pendingOperations: [...snapshot.pendingOperations, { type: "updating", resource: web! }],
      }));
      return stack;
    }

    it("is kept by the record of the create on this machine", async () => {
      const stack = await killTwice();
      const outcomes = await recover(stack, { keepsOperations: false });
      expect([pendingOf(stack), verdictOf(outcomes)]).toEqual([[], "undecided"]);
      expect(outcomes[0]?.done?.description).toMatch(/^Remove the pending create.* on this machine stays\.$/);
      expect(describeOutcomes(outcomes)).toMatch(/\n1 of 2 is left\.\n$/);
      const [again] = await recover(stack);
      expect(again).toMatchObject({ done: undefined, case: { trace: "intent", ids: ["2"] } });
      expect(failuresOf(await stack.up(webInstance({ region: "eu-west" })))).toEqual([]);
      expect(existing(stack)).toEqual(["2"]);
    });

    it("stays in a state that can contain it", async () => {
      const stack = await killTwice();
      expect((await recover(stack))[0]).toMatchObject({ done: undefined, case: { ids: ["2"] } });
      expect(pendingOf(stack)).toEqual(["creating"]);
    });

    it("keeps the command from changing anything without a record on this machine", async () => {
      const stack = await killTwice();
      const options = { keepsOperations: false, isOtherMachine: true };
      await expect(recover(stack, options)).rejects.toThrow(/these are not resolved: \S+::web\./);
      expect(pendingOf(stack)).toEqual(["creating", "updating"]);
    });
  });

  it("is not recorded as the replacement if another create of the same run was", async () => {
    const stack = await killWithLostResponse();
    const [first] = stack.store.snapshot.pendingOperations;
    await dropPendingOperations(stack);
    stack.changeMachine();
    await stack.clock.advance(60_000);
    await stack.killAfterWrites(1, () => stack.up(webInstance()));
    const [second] = stack.store.snapshot.pendingOperations;
    await dropPendingOperations(stack);
    stack.changeMachine();
    await stack.clock.advance(60_000);
    await stack.up(webInstance());
    await editState(stack, (snapshot) => ({ ...snapshot, pendingOperations: [first!, second!] }));
    stack.endPlugin();
    await stack.clock.advance(120_000);
    const decide = choose(/as the replacement/);
    const outcomes = await recover(stack, { isOtherMachine: true, decide });
    expect(outcomes.map(({ failure }) => failure)).toEqual([
      undefined,
      expect.stringMatching(
        /^The state no longer records instance 3 for the resource\. Nothing was recorded\. Run the command again\.$/,
      ),
    ]);
    const [chosen] = webOf(stack);
    expect(webOf(stack).map(({ id, delete: isOld }) => [id, isOld])).toEqual([
      [chosen!.id, false],
      ["3", true],
    ]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toContain(chosen!.id);
  });

  it("is not offered as the replacement of a protected object", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    await stack.killAfterWrites(1, () => stack.up(webInstance({ region: "eu-west" })));
    await editState(stack, (snapshot) => ({
      ...snapshot,
      resources: snapshot.resources.map((state) => ({ ...state, protect: true })),
    }));
    const [question] = await recover(stack);
    expect(question?.case.choices.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Remove the create from the state, and leave instance 2/),
    ]);
  });
});

it.each<[string, Partial<ResourceState>]>([
  ["waits for its deletion", { id: "9", delete: true }],
  ["has been deleted for its replacement", { id: "9", pendingReplacement: true }],
])("the object of a pending create is recorded although the state has one that %s", async (_, entry) => {
  const stack = await killedCreate();
  await editState(stack, (snapshot) => ({
    ...snapshot,
    resources: [...snapshot.resources, { ...snapshot.pendingOperations[0]!.resource, ...entry }],
  }));
  expect(await recover(stack)).toContainEqual(
    expect.objectContaining({ case: expect.objectContaining({ certainty: "certain", ids: ["1"] }) }),
  );
  expect(webOf(stack)).toContainEqual(expect.objectContaining({ id: "1", delete: false }));
  expect(pendingOf(stack)).toEqual([]);
});

it("the object of a pending create may take the place of an unresolved one, which is decided after it", async () => {
  const stack = await killedCreate();
  await editState(stack, (snapshot) => {
    const { resource } = snapshot.pendingOperations[0]!;
    const outputs = { unresolved: { label: "web", candidates: [] } };
    return { ...snapshot, resources: [...snapshot.resources, { ...resource, id: "unresolved-9", outputs }] };
  });
  expect((await recover(stack)).map((one) => one.case.choices.map(({ description }) => description))).toEqual(
    [["Record instance 1 in the state."], []],
  );
  expect(webOf(stack).map((web) => [web.id, web.delete])).toEqual([
    ["1", false],
    ["unresolved-9", true],
  ]);
});

it("the replacement of a kept object removes that from the state only, as `retainOnDelete` says", async () => {
  const stack = new TestStack();
  const declareRetained =
    (more = {}): Parameters<TestStack["up"]>[0] =>
    async (register) => {
      await register(declare("Instance", "web", { ...smallInstance, ...more }, { retainOnDelete: true }));
      return {};
    };
  await stack.up(declareRetained());
  await stack.killAfterWrites(1, () => stack.up(declareRetained({ region: "eu-west" })));
  const [question] = await recover(stack, { isOtherMachine: true });
  expect(question?.case.choices.map(({ description }) => description)).toContainEqual(
    expect.stringMatching(
      /as the replacement\. The next `up` removes instance 1 from the state and leaves it in the service, as `retainOnDelete` says\.$/,
    ),
  );
});

it("is decided only if nobody has updated the stack since it was read, even if the state stays as it is", async () => {
  const stack = await recordOfAnother();
  const { intents } = stack.services();
  const verifyCurrent = async () => {
    throw new Error("The stack was updated.");
  };
  const decide = choose(/^Keep instance 2/);
  await expect(recover(stack, { decide, verifyCurrent })).rejects.toThrow("The stack was updated.");
  expect(intents.unfinished()).toHaveLength(1);
  await recover(stack, { decide });
  expect(intents.unfinished()).toEqual([]);
});
