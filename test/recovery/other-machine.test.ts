import { revealMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { failuresOf, stepsOf, webInstance } from "../resources/programs";
import { existing, killedCreate, killWithLostResponse, pendingOf, webOf } from "./killed-stack";
import { choose, recover, writesIn } from "./recovering";

const refusal =
  "An earlier run was interrupted while creating this resource, so it may exist and be billed, and this machine has no record of that create. It will not be created again until this is resolved. Run `nodecloud recover` to find out what was created, then run `up` again.";

/** A stack whose engine and plugin were killed on another machine, when the instance existed already. */
async function lostElsewhere(): Promise<TestStack> {
  const stack = await killWithLostResponse();
  stack.changeMachine();
  return stack;
}

describe("an instance whose create was interrupted on another machine", () => {
  it.each(["preview", "up"] as const)(
    "is not created by %s before recover has found it",
    async (operation) => {
      const stack = await lostElsewhere();
      const outcome = await stack[operation](webInstance());
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual([refusal]);
      expect(stepsOf(outcome)).toEqual([]);
      expect(pendingOf(stack)).toEqual(["creating"]);
      await recover(stack);
      expect((await stack.up(webInstance())).result).toBe("succeeded");
      expect(webOf(stack).map(({ id }) => id)).toEqual(existing(stack));
      expect(writesIn(stack)).toEqual([]);
    },
  );

  it("is a candidate even if the state was last saved long before its request", async () => {
    const stack = await killedCreate({}, { label: "web" });
    const [{ at } = { at: 0 }] = stack.services().intents.unfinished();
    await stack.clock.advance(300_000);
    const [one] = await recover(stack, { isOtherMachine: true, savedAt: at - 20 * 60_000 });
    expect(one?.case.ids).toEqual(["1"]);
    const { unresolved } = revealMap(webOf(stack)[0]?.outputs ?? {});
    expect(unresolved).toMatchObject({ reason: expect.stringMatching(/^Candidates for the new instance/) });
    expect(unresolved).not.toHaveProperty("isUnproven");
  });

  it("is a candidate with another label, too, however often later runs have saved the state since", async () => {
    const stack = await lostElsewhere();
    await stack.clock.advance(60_000);
    stack.emulator.control.changeInstance(1, { label: "renamed" });
    await stack.clock.advance(3 * 86_400_000);
    const [one] = await recover(stack, { isOtherMachine: true, savedAt: stack.clock.now() });
    expect(one?.case).toMatchObject({ certainty: "question", ids: ["1"] });
  });

  it("is created once recover has found out that it does not exist", async () => {
    const stack = await lostElsewhere();
    const { client } = stack.services();
    const [instanceId] = existing(stack);
    await stack.clock.advance(120_000);
    await stack.clock.run(client.instances.delete({ instanceId: Number(instanceId) }));
    await stack.clock.advance(120_000);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([refusal]);
    await recover(stack, { decide: choose(/^Remove the create/) });
    expect((await stack.up(webInstance())).result).toBe("succeeded");
    expect(existing(stack)).toHaveLength(1);
  });

  it("is recorded by the machine that created it, after another one could not decide", async () => {
    const stack = await killedCreate({}, { label: "web" });
    const [id] = existing(stack);
    await recover(stack, { isOtherMachine: true });
    expect(webOf(stack)[0]?.id).toMatch(/^unresolved-/);
    expect(failuresOf(await stack.up(webInstance({ label: "web" })))).toEqual([
      `A record on this machine shows that instance ${id} was created for this resource, but the state has the create as unresolved. Nothing was changed. Run \`nodecloud recover\`, which adds the instance to the state.`,
    ]);
    await recover(stack);
    expect(webOf(stack).map((state) => state.id)).toEqual([id]);
    expect(failuresOf(await stack.up(webInstance({ label: "web" })))).toEqual([]);
    expect(existing(stack)).toEqual([id]);
  });

  it("is created if the user knows that it does not exist", async () => {
    const stack = await lostElsewhere();
    await stack.refresh({ clearPendingCreates: true });
    expect((await stack.up(webInstance())).result).toBe("succeeded");
    expect(existing(stack)).toHaveLength(2);
  });

  it("may be adopted", async () => {
    const stack = await lostElsewhere();
    const [id] = existing(stack);
    expect(failuresOf(await stack.up(webInstance({ adopt: Number(id) })))).toEqual([]);
    expect(webOf(stack).map((state) => state.id)).toEqual([id]);
    expect(writesIn(stack)).not.toContain("instances.create");
  });

  it("prevents nothing else in any run", async () => {
    const stack = await lostElsewhere();
    expect((await stack.refresh()).result).toBe("succeeded");
    expect((await stack.up(async () => ({}))).result).toBe("succeeded");
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(pendingOf(stack)).toEqual(["creating"]);
  });
});

it("an instance whose replacement was interrupted on another machine is neither replaced again nor deleted", async () => {
  const stack = new TestStack();
  await stack.up(webInstance());
  const [old] = webOf(stack);
  const moved = webInstance({ region: "us-west" });
  for (let request = 1; pendingOf(stack).length === 0; request++) {
    await stack.up(moved, { killPlugin: { request, isCarriedOut: true } });
  }
  stack.changeMachine();
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await stack.up(moved))).toEqual([refusal]);
  expect(webOf(stack).map(({ id }) => id)).toEqual([old?.id]);
  expect(writesIn(stack)).toEqual([]);
  expect((await stack.up(webInstance({ tags: ["kept"] }))).result).toBe("succeeded");
});

it("an instance whose create was interrupted before it was sent is created by the next up on the same machine", async () => {
  let [unsent, request] = [0, 1];
  for (; ; request++) {
    const stack = new TestStack();
    await stack.up(webInstance(), { killPlugin: { request, isCarriedOut: false } });
    const [pending] = stack.store.snapshot.pendingOperations;
    if (stack.intentOf(pending?.resource.inputs.origin)) break;
    if (pending) unsent++;
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toHaveLength(1);
  }
  expect(unsent).toBeGreaterThan(0);
});

it("an instance that was deleted and whose next create failed is created by the next up on another machine", async () => {
  const stack = await killedCreate();
  stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
  await stack.clock.advance(120_000);
  const { faults } = stack.emulator.control;
  const body = { errors: [{ reason: "no" }] };
  faults.add({ operation: "instances.create", effect: { status: 400, body } });
  expect(failuresOf(await stack.up(webInstance())).join()).toMatch(/returned 400: no/);
  expect(pendingOf(stack)).toEqual([]);
  faults.clear();
  stack.changeMachine();
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  expect(existing(stack)).toHaveLength(1);
});

describe("a record that this machine kept of a create that another machine resolved", () => {
  /** Machine A has a record of instance 1, which B recorded, deleted, and then began to create again when it was killed. */
  async function killAgainOnOtherMachine(): Promise<TestStack> {
    const a = await killWithLostResponse();
    const [first] = a.services().intents.unfinished();
    await a.services().intents.save({ ...first!, id: "1" });
    const b = new TestStack({ beside: a });
    b.changeMachine();
    await b.store.save(a.store.snapshot);
    await recover(b);
    expect(failuresOf(await b.up(async () => ({})))).toEqual([]);
    await b.clock.advance(600_000);
    await b.killAfterWrites(1, () => b.up(webInstance()));
    expect([pendingOf(b), existing(b)]).toEqual([["creating"], ["2"]]);
    await a.clock.advance(600_000);
    await a.store.save(b.store.snapshot);
    a.emulator.control.forgetRequests();
    return a;
  }

  it("does not count as that of a later create, so up refuses to create another object", async () => {
    const stack = await killAgainOnOtherMachine();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([refusal]);
    expect([pendingOf(stack), writesIn(stack)]).toEqual([["creating"], []]);
  });

  it("does not keep recover from finding what the later create created", async () => {
    const stack = await killAgainOnOtherMachine();
    expect(await recover(stack)).toMatchObject([{ case: { certainty: "certain", ids: ["2"] } }]);
    expect(webOf(stack).map(({ id }) => id)).toEqual(["2"]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(existing(stack)).toEqual(["2"]);
  });
});

it("a create whose result another machine recorded is not said to have created nothing", async () => {
  const a = await killWithLostResponse();
  const b = new TestStack({ beside: a });
  b.changeMachine();
  await b.store.save(a.store.snapshot);
  await recover(b);
  expect(webOf(b).map(({ id }) => id)).toEqual(["1"]);
  await a.clock.advance(600_000);
  await a.store.save(b.store.snapshot);
  const [outcome] = await recover(a);
  expect(outcome?.case.found).toMatch(
    / was sent at [^ ]+Z\. It created nothing that the state does not contain\.$/,
  );
  expect(webOf(a).map(({ id }) => id)).toEqual(["1"]);
});
