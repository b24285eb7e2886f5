import type { RecoveryCase } from "../../src/recovery";
import type { ResourceState } from "../../src/state";
import { declare, TestStack } from "../../src/testing";

import { failuresOf, smallInstance, stepsOf } from "../resources/programs";
import { editState, existing, pendingOf, webOf } from "./killed-stack";
import { choose, recover } from "./recovering";

/** Creates the replacement first, as dependents of the instance may require. */
const createsFirst = (inputs = {}) => declareWeb(inputs, { deleteBeforeReplace: false });

function declareWeb(inputs = {}, options = {}): Parameters<TestStack["up"]>[0] {
  return async (register) => {
    await register(declare("Instance", "web", { ...smallInstance, ...inputs }, options));
    return {};
  };
}

const entriesOf = (stack: TestStack) =>
  webOf(stack).map(
    ({ id, delete: isReplaced }) =>
      `${id.replace(/^unresolved-.*/, "unresolved")}${isReplaced ? " replaced" : ""}`,
  );

/** A stack on another machine than the one whose create of instance 1 is unresolved. */
async function unresolvedElsewhere(inputs = {}): Promise<TestStack> {
  const stack = new TestStack();
  const { faults } = stack.emulator.control;
  faults.add({ operation: "instances.create", when: "after", count: 1, effect: { reset: true } });
  // With a declared label, two lists show first that it is free.
  faults.add({ operation: "instances.list", from: "label" in inputs ? 3 : 1, effect: { status: 503 } });
  await stack.up(declareWeb({ ...inputs, timeouts: { create: "2m" } }));
  faults.clear();
  await stack.clock.advance(300_000);
  stack.changeMachine();
  expect([entriesOf(stack), existing(stack)]).toEqual([["unresolved"], ["1"]]);
  return stack;
}

/** The same, after instance 2 has replaced it and the deletion of the replaced entry failed. */
async function replacedUnresolved(): Promise<TestStack> {
  const stack = await unresolvedElsewhere();
  const { faults } = stack.emulator.control;
  faults.add({ operation: "instances.delete", effect: { status: 403 } });
  await stack.up(createsFirst());
  faults.clear();
  stack.endPlugin();
  expect([entriesOf(stack), existing(stack)]).toEqual([
    ["2", "unresolved replaced"],
    ["1", "2"],
  ]);
  return stack;
}

describe("an unresolved create whose resource has been replaced since", () => {
  it("is a question, because the object in use is another one, and the next up deletes what it created", async () => {
    const stack = await replacedUnresolved();
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(outcomes).toMatchObject([
      {
        done: undefined,
        case: {
          certainty: "question",
          found: expect.stringMatching(
            /^The create of this instance was unresolved\. It created instance 1 \(.*\), and the resource has been replaced since\.$/,
          ),
          ids: ["1"],
        },
      },
    ]);
    expect(entriesOf(stack)).toEqual(["2", "unresolved replaced"]);
    expect(stepsOf(await stack.up(createsFirst()))).toEqual(["deleteReplaced web"]);
    expect([entriesOf(stack), existing(stack)]).toEqual([["2"], ["2"]]);
  });

  it("can be recorded as replaced, and the next up deletes its object", async () => {
    const stack = await replacedUnresolved();
    const [one] = await recover(stack, {
      isOtherMachine: true,
      decide: choose(/^Record instance 1 .* as replaced\. The next `up` deletes it\.$/),
    });
    expect(one?.done).toBeDefined();
    expect(entriesOf(stack)).toEqual(["2", "1 replaced"]);
    await stack.up(createsFirst());
    expect([entriesOf(stack), existing(stack)]).toEqual([["2"], ["2"]]);
  });

  it("can be removed, which leaves its object", async () => {
    const stack = await replacedUnresolved();
    await recover(stack, { isOtherMachine: true, decide: choose(/^Remove the create .* in the service\.$/) });
    expect(entriesOf(stack)).toEqual(["2"]);
    await stack.up(createsFirst());
    expect([entriesOf(stack), existing(stack)]).toEqual([["2"], ["1", "2"]]);
  });

  it("can be recorded as replaced with `retainOnDelete`, whose meaning the choice says", async () => {
    const stack = await replacedUnresolved();
    await editState(stack, (snapshot) => ({
      ...snapshot,
      resources: snapshot.resources.map((state) => ({ ...state, retainOnDelete: true })),
    }));
    const [one] = await recover(stack, { isOtherMachine: true });
    expect(one?.case.choices.map(({ description }) => description)).toContainEqual(
      expect.stringMatching(
        /as replaced\. The next `up` removes it from the state and leaves it in the service, as `retainOnDelete` says\.$/,
      ),
    );
  });

  it("is the result of its pending create, which the Pulumi CLI keeps", async () => {
    const stack = await replacedUnresolved();
    const [, unresolved] = webOf(stack);
    await keepPending(stack, { ...unresolved!, id: "", outputs: {}, initErrors: [], delete: false });
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(outcomes.map(({ done }) => done?.description)).toEqual([
      "Remove the pending create from the state.",
      undefined,
    ]);
    expect([entriesOf(stack), pendingOf(stack)]).toEqual([["2", "unresolved replaced"], []]);
  });

  it("is removed if it created nothing, and no create is announced", async () => {
    const stack = await replacedUnresolved();
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: 1 }));
    await stack.clock.advance(300_000);
    const [one] = await recover(stack, { isOtherMachine: true });
    expect(one?.done?.description).toBe("Remove the create from the state.");
    expect(entriesOf(stack)).toEqual(["2"]);
  });

  it("offers to remove it without a certain result, and names what the user may delete", async () => {
    const stack = await replacedUnresolved();
    await stack.clock.run(stack.services().client.instances.update({ instanceId: 1, label: "renamed" }));
    await stack.clock.advance(300_000);
    const [one] = await recover(stack, { isOtherMachine: true });
    expect(one?.case.found).toMatch(/It may have created instance 1 .*`nodecloud api instances delete 1 /);
    expect(one?.case.choices.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Remove the create from the state, and leave instance 1 /),
    ]);
  });
});

describe("an unresolved create whose replacement was interrupted", () => {
  it("waits for the interrupted create, whose object is the one in use", async () => {
    const stack = await unresolvedElsewhere();
    await stack.killAfterWrites(1, () => stack.up(createsFirst()));
    await stack.clock.advance(300_000);
    stack.changeMachine();
    const outcomes = await recover(stack, { isOtherMachine: true });
    expect(summaryOf(outcomes.map((one) => one.case))).toEqual([
      "certain: A run was stopped while creating this instance. It created instance 2.",
      "question: The create of this instance was unresolved. Another create of this resource is pending, which is listed above. Resolve that first, then run the command again.",
    ]);
    expect(entriesOf(stack)).toEqual(["2", "unresolved replaced"]);
    await stack.up(createsFirst());
    expect([entriesOf(stack), existing(stack)]).toEqual([["2"], ["2"]]);
  });
});

describe("a pending create that a later run recorded as unresolved", () => {
  it.each([[{}], [{ label: "mine" }]])(
    "with %j is resolved without a question, in one run or two",
    async (inputs) => {
      const stack = await unresolvedElsewhere(inputs);
      await keepPending(stack, { ...webOf(stack)[0]!, id: "", outputs: {}, initErrors: [] });
      for (let run = 0; run < 3 && (pendingOf(stack).length > 0 || entriesOf(stack).length > 1); run++)
        await recover(stack, { isOtherMachine: true, decide: choose(/^(Remove the|Record instance 1)/) });
      expect([entriesOf(stack), pendingOf(stack)]).toEqual([["1"], []]);
      expect(failuresOf(await stack.up(declareWeb(inputs)))).toEqual([]);
      expect([entriesOf(stack), existing(stack)]).toEqual([["1"], ["1"]]);
    },
  );
});

function keepPending(stack: TestStack, resource: ResourceState): Promise<void> {
  const pendingOperations = [{ type: "creating" as const, resource }];
  return editState(stack, (snapshot) => ({ ...snapshot, pendingOperations }));
}

function summaryOf(cases: readonly RecoveryCase[]): readonly string[] {
  return cases.map(({ certainty, found }) => `${certainty}: ${found}`);
}
