import type { FaultRuleInput } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { lostAnswers } from "./lost-answers";
import { callsTo, failuresOf, instancesIn, stepsOf, web } from "./programs";

const creates = (stack: TestStack) => callsTo(stack).filter((call) => call === "POST /v4/node/instances");
const lost = (effect: FaultRuleInput["effect"], count = 1): FaultRuleInput => ({
  operation: "instances.create",
  when: "after",
  count,
  effect,
});

describe("a create whose answer is lost", () => {
  const losses: typeof lostAnswers = [...lostAnswers, ["an answer without an id", { status: 200, body: {} }]];

  it.each(losses)("by %s is found by its generated label and not sent again", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost(effect));
    const outcome = await stack.up(web());
    expect(failuresOf(outcome)).toEqual([]);
    expect(creates(stack)).toHaveLength(1);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
  });

  it.each(losses)("by %s is found by the label that the user wrote", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost(effect));
    expect(failuresOf(await stack.up(web({ label: "mine" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, label: "mine" }]);
  });

  it("is sent again when nothing was made, after looking for half a minute", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect: { status: 500 } });
    const begun = stack.clock.now();
    expect(failuresOf(await stack.up(web()))).toEqual([]);
    const [first, second] = stack.emulator.control
      .requests()
      .filter(({ operation }) => operation === "instances.create");
    expect(Date.parse(second!.time) - Date.parse(first!.time)).toBeGreaterThanOrEqual(30_000);
    expect(stack.clock.now()).toBeGreaterThan(begun + 30_000);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("is found though lists are stale for a while", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost({ reset: true }));
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { staleList: 20_000 } });
    expect(failuresOf(await stack.up(web()))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("does not take over somebody else's instance of the same label", async () => {
    const stack = new TestStack({ settings: { uniqueLabels: false } });
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "mine" }));
    const outcome = await stack.up(web({ label: "mine" }));
    expect(failuresOf(outcome).join()).toMatch(
      /label: an instance labelled "mine" exists already \(1\).*adopt: 1/,
    );
    expect(creates(stack)).toHaveLength(1);
  });

  it("waits for a label whose bearer is on its way out", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    const old = await stack.clock.run(
      client.instances.create({ region: "us-east", type: "g1-nano-1", label: "mine" }),
    );
    await stack.clock.run(client.instances.delete({ instanceId: old.id }));
    expect(failuresOf(await stack.up(web({ label: "mine" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ label: "mine", status: "running" }]);
  });
});

describe("a create that stays unresolved", () => {
  /** The create is carried out, its answer lost, and nothing can be looked up until the time is over. */
  async function unresolved(inputs: Parameters<typeof web>[0]) {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost({ reset: true }));
    // Where the user wrote the label, the first list shows that it is free; none after it is answered.
    for (let nth = inputs?.label === undefined ? 1 : 2; nth < 200; nth++) {
      stack.emulator.control.faults.add({ operation: "instances.list", nth, effect: { status: 500 } });
    }
    const program = web({ ...inputs, timeouts: { create: "2m" } });
    const outcome = await stack.up(program);
    stack.emulator.control.faults.clear();
    return { stack, program, outcome };
  }

  it("is kept in the state, says what could not be looked up, and is cleared by its label in the next up", async () => {
    const { stack, program, outcome } = await unresolved({});
    expect(failuresOf(outcome).join()).toMatch(
      /Could not check whether an instance labelled "web-\w+" exists/,
    );
    const [kept] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
    expect(kept?.id).toMatch(/^unresolved-web-/);
    expect(instancesIn(stack)).toHaveLength(1);
    expect(stepsOf(await stack.up(program))).toEqual(["deleteReplaced web", "createReplacement web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
  });

  it("with a label of the user's is searched for in the next up", async () => {
    const { stack, program, outcome } = await unresolved({ label: "mine" });
    expect(failuresOf(outcome).join()).toMatch(/labelled "mine".*searches for it again/s);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(creates(stack)).toHaveLength(1);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
  });

  it("is taken over where the program adopts it", async () => {
    const { stack } = await unresolved({ label: "mine" });
    const adopted = await stack.up(web({ label: "mine", adopt: 1 }));
    expect(failuresOf(adopted)).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1 });
  });

  it("is destroyed with what bears its label", async () => {
    const { stack } = await unresolved({});
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });
});

describe("an engine that is killed", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "after write %i leaves nothing that the next up does not find",
    async (writes) => {
      const stack = new TestStack();
      const killed = await stack.killAfterWrites(writes, () => stack.up(web()));
      const again = await stack.up(web());
      expect(failuresOf(again)).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
      expect(killed || stepsOf(again).length === 0).toBe(true);
      expect(stepsOf(await stack.up(web()))).toEqual([]);
    },
  );

  it("and a program that has changed since end with one instance, as declared", async () => {
    const stack = new TestStack();
    await stack.killAfterWrites(4, () => stack.up(web()));
    for (let run = 0; run < 2; run++) await stack.up(web({ type: "g1-standard-1" }));
    expect(instancesIn(stack)).toMatchObject([
      { type: "g1-standard-1", id: stack.outputs("web")?.instanceId },
    ]);
  });

  it("sends no create any more", async () => {
    const stack = new TestStack();
    stack.engineRuns = false;
    expect(failuresOf(await stack.up(web())).join()).toMatch(
      /engine of this run has ended, so no further request .* was sent/,
    );
    expect(creates(stack)).toEqual([]);
  });
});
