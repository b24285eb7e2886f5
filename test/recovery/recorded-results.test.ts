import type { Decisions } from "../../src/recovery";
import type { ResourceState } from "../../src/state";
import { TestStack } from "../../src/testing";
import { webInstance } from "../resources/programs";
import { editState, recordOfAnother } from "./killed-stack";
import { recover } from "./recovering";

const unfinished = (stack: TestStack) => stack.services().intents.unfinished();
const undecided = (): Decisions | undefined => undefined;
/** As on a terminal, if the user postpones every case. */
const postponed = (): Decisions => new Map();
const origin = { project: "project", stack: "dev", type: "Instance", name: "web" };

/** A stack whose plugin was killed before it completed the record of a create whose result the state has. */
async function createdInstance(): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(webInstance());
  expect(unfinished(stack)).toMatchObject([{ id: "1", origin }]);
  return stack;
}

const editWeb = (stack: TestStack, changes: Partial<ResourceState>) =>
  editState(stack, (snapshot) => ({
    ...snapshot,
    resources: snapshot.resources.map((state) =>
      state.urn.endsWith("::web") ? { ...state, ...changes } : state,
    ),
  }));

describe("the record of a create whose result the state has", () => {
  it("is completed without a case and without a decision", async () => {
    const stack = await createdInstance();
    const [intent] = unfinished(stack);
    // The response to the create may not contain it.
    const { created: _, ...withoutTime } = intent!;
    await stack.services().intents.save(withoutTime);
    expect(await recover(stack, { decide: undecided })).toEqual([]);
    expect(unfinished(stack)).toEqual([]);
    const { intents, address } = stack.services();
    const { created } = stack.emulator.control.world().instances[0]!;
    const time = new Date(created).toISOString().slice(0, 19);
    expect(intents.lastCreated(intent!.origin, address)).toMatchObject({ id: "1", created: time });
  });

  it("is kept as long as the other cases are undecided", async () => {
    const stack = await createdInstance();
    const { intents, address, clock } = stack.services();
    const request = { origin: { ...origin, name: "db" }, address, before: [], label: "database" };
    await intents.save({ ...request, at: clock.now() });
    expect(await recover(stack, { decide: undecided })).toHaveLength(1);
    expect(unfinished(stack)).toHaveLength(2);
    await recover(stack);
    expect(unfinished(stack)).not.toContainEqual(expect.objectContaining({ id: "1" }));
  });

  it.each([
    ["the state only reads the object", { external: true }],
    ["a replacement still has to delete the object", { delete: true }],
  ])("is kept if %s", async (_, changes) => {
    const stack = await createdInstance();
    await editWeb(stack, changes);
    await recover(stack, { decide: postponed });
    expect(unfinished(stack)).toHaveLength(1);
  });

  it("is completed by a decision if a replacement still has to delete the object", async () => {
    const stack = await createdInstance();
    await editWeb(stack, { delete: true });
    expect(await recover(stack)).toMatchObject([
      { case: { trace: "intent", certainty: "certain", ids: ["1"] }, failure: undefined },
    ]);
    expect(unfinished(stack)).toEqual([]);
  });

  it("is kept if it names another object, even if a record of another address names that of the state", async () => {
    const stack = await recordOfAnother();
    const { intents } = stack.services();
    const [another] = unfinished(stack);
    await intents.save({ ...another!, id: "1", address: "http://other.test/v4" });
    await recover(stack, { decide: postponed });
    expect(unfinished(stack).map(({ id }) => id)).toEqual(expect.arrayContaining(["1", "2"]));
  });

  it.each([
    ["was sent to another address", { address: "http://other.test/v4" }],
    ["is that of a replacement that took the object over", { isTakenOver: true }],
    ["may be of another organization", { origin: { ...origin, organization: "acme" } }],
  ])("is kept if it %s", async (_, changes) => {
    const stack = await createdInstance();
    const { intents } = stack.services();
    const [intent] = unfinished(stack);
    await intents.save({ ...intent!, ...changes });
    await recover(stack, { decide: undecided });
    expect(unfinished(stack)).toEqual([expect.objectContaining(changes)]);
  });
});
