import type { PendingOperation } from "../../src/state";
import type { TestStack } from "../../src/testing";
import { failuresOf, webInstance } from "../resources/programs";
import { editState, existing, killedCreate, pendingOf, webOf } from "./killed-stack";
import { choose, recover } from "./recovering";

const label = { label: "web" };

/** Adds an earlier pending create of the same resource, as the Pulumi CLI keeps it in the state after a destroy. */
function addEarlier(
  stack: TestStack,
  change: (operation: PendingOperation) => PendingOperation,
): Promise<void> {
  return editState(stack, (snapshot) => {
    const { pendingOperations } = snapshot;
    const copies = pendingOperations.map((operation) => change({ ...operation }));
    return { ...snapshot, pendingOperations: [...copies, ...pendingOperations] };
  });
}

const withoutProvider = (operation: PendingOperation): PendingOperation => {
  const [urn] = operation.resource.provider.split(/::(?=[^:]+$)/);
  return { ...operation, resource: { ...operation.resource, provider: `${urn}::of-a-destroyed-stack` } };
};

describe("a create that the state has as pending twice", () => {
  it("is one case on another machine, and is recorded with the provider of the state", async () => {
    const stack = await killedCreate({}, label);
    await addEarlier(stack, withoutProvider);
    await stack.clock.advance(120_000);
    expect(pendingOf(stack)).toEqual(["creating", "creating"]);
    const outcomes = await recover(stack, { isOtherMachine: true, decide: choose(/^Record/) });
    expect(outcomes).toMatchObject([{ case: { ids: ["1"] }, done: {}, failure: undefined }]);
    const forget = outcomes[0]?.case.choices.at(-1)?.description;
    expect(forget).toBe(
      "None of them. Remove the create from the state. If the program declares it, the next `up` creates the instance.",
    );
    expect(pendingOf(stack)).toEqual([]);
    expect(webOf(stack).map(({ id }) => id)).toEqual(existing(stack));
    expect(await recover(stack, { isOtherMachine: true })).toEqual([]);
    expect(failuresOf(await stack.up(webInstance(label)))).toEqual([]);
    expect(existing(stack)).toEqual(["1"]);
  });

  it("with different labels is two cases, and to forget one does not mean that the next up creates the instance", async () => {
    const stack = await killedCreate({}, label);
    await addEarlier(stack, (operation) => {
      const { resource } = withoutProvider(operation);
      return { ...operation, resource: { ...resource, inputs: { ...resource.inputs, label: "earlier" } } };
    });
    await stack.clock.advance(120_000);
    const outcomes = await recover(stack, {
      isOtherMachine: true,
      decide: ([earlier]) =>
        choose(/^None of them\. Remove the create from the state\.$/)(earlier ? [earlier] : []),
    });
    expect(outcomes.map(({ done }) => done !== undefined)).toEqual([true, false]);
    // Only the earlier create was removed: the instance of the other one still needs a decision.
    expect(pendingOf(stack)).toEqual(["creating"]);
    const [left] = await recover(stack, { isOtherMachine: true, decide: choose(/^Record/) });
    expect(left).toMatchObject({ case: { ids: ["1"] }, failure: undefined });
    expect(webOf(stack).map(({ id }) => id)).toEqual(["1"]);
  });

  it("is recorded so that the next up applies what the program has changed since the request", async () => {
    const stack = await killedCreate({}, { ...label, backupsEnabled: true });
    const changed = { ...label, backupsEnabled: false };
    // The second run is killed as well, and cancels nothing. The state only has its pending create, with the new arguments.
    stack.emulator.control.faults.add({ operation: "backups.cancel", effect: { status: 400 }, count: 1000 });
    await stack.killAfterWrites(1, () => stack.up(webInstance(changed)));
    stack.emulator.control.faults.clear();
    await editState(stack, (snapshot) => ({
      ...snapshot,
      pendingOperations: snapshot.pendingOperations.slice(1),
    }));
    expect(stack.store.snapshot.pendingOperations).toMatchObject([{ resource: { inputs: changed } }]);
    expect(await recover(stack)).toMatchObject([{ case: { ids: ["1"] }, done: {} }]);
    expect(failuresOf(await stack.up(webInstance(changed)))).toEqual([]);
    expect(stack.emulator.control.world().instances).toMatchObject([{ id: 1, backups: { enabled: false } }]);
  });
});
