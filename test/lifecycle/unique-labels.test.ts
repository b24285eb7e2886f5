import { Things } from "./things";

const messagesOf = ({ stack }: Things, wanted: string) =>
  stack.messages.flatMap(({ kind, message }) => (kind === wanted ? [message] : []));
const progressOf = (things: Things) => messagesOf(things, "progress");
const warningsOf = (things: Things) => messagesOf(things, "warn");

describe("a field table whose label is unique", () => {
  it("refuses a create while another object has the label, and names that object", async () => {
    const things = new Things(true);
    things.add("private/1", "mine");
    await expect(things.run(things.lifecycle.create(things.inputs("main", "mine")))).rejects.toThrow(
      /^label: a thing labeled "mine" already exists \(private\/1\), so none was created\..* if it should replace the thing, .* set `adopt: "private\/1"` to take it over/,
    );
    expect(things.requests).toEqual([]);
  });

  it("waits before a create until an object with the label is deleted and its label is free", async () => {
    const things = new Things(true);
    things.add("old", "mine", "deleting");
    const creating = things.run(things.lifecycle.create(things.inputs("main", "mine")));
    const deletedAt = things.stack.clock.now() + 60_000;
    things.lockedUntil.set("mine", deletedAt + 20_000);
    void things.stack.clock.sleep(60_000).then(() => things.things.delete("old"));
    const { id } = await creating;
    expect(things.labels).toEqual([`${id}: mine`]);
    expect(things.requests.length).toBeGreaterThan(1);
    expect(progressOf(things)).toContainEqual(
      expect.stringMatching(
        /waiting for thing old to be deleted, because its label "mine" is needed: it is deleting/,
      ),
    );
  });

  it("waits before a create until a label that this process has seen deleted is free", async () => {
    const things = new Things(true);
    const { id, outs } = await things.run(things.lifecycle.create(things.inputs("main", "mine")));
    await things.run(things.lifecycle.delete(id, outs));
    things.lockedUntil.set("mine", things.stack.clock.now() + 20_000);
    await things.run(things.lifecycle.create(things.inputs("other", "mine")));
    expect(things.labels).toEqual(["thing-1: mine"]);
    expect(things.requests.length).toBeGreaterThan(2);
  });

  it("lets an update wait until another object gives up the label", async () => {
    const things = new Things(true);
    const { id, outs } = await things.run(things.lifecycle.create(things.inputs("main", "first")));
    things.add("other", "second");
    void things.stack.clock.sleep(8000).then(() => things.add("other", "third"));
    await things.run(things.lifecycle.update(id, outs, things.inputs("main", "second")));
    expect(things.labels).toEqual([`${id}: second`, "other: third"]);
    expect(progressOf(things)).toContain('waiting for the label "second" of thing other');
  });

  it("lets an update fail if the other object keeps the label, and names that object", async () => {
    const things = new Things(true);
    const { id, outs } = await things.run(things.lifecycle.create(things.inputs("main", "first")));
    things.add("other", "second");
    const startedAt = things.stack.clock.now();
    const updating = things.lifecycle.update(id, outs, things.inputs("main", "second"));
    await expect(things.run(updating)).rejects.toThrow(
      'label: thing other has the label "second". If the program relabels that thing, run `pulumi up --target` for it first.',
    );
    expect(things.stack.clock.now() - startedAt).toBeLessThan(20_000);
    expect(things.labels).toEqual([`${id}: first`, "other: second"]);
  });

  it("warns before the create of a resource whose label another object has", async () => {
    const things = new Things(true);
    things.add("private/1", "mine");
    things.add("private/2", "gone", "deleting");
    for (const label of ["mine", "gone", "free"])
      await things.run(things.lifecycle.check({}, things.inputs(label, label)));
    expect(warningsOf(things)).toEqual([
      expect.stringMatching(/^label: thing private\/1 has the label "mine", .* set `adopt: "private\/1"` if/),
    ]);
  });

  it("passes the check if the service does not respond", async () => {
    const things = new Things(true);
    things.add("private/1", "mine");
    things.failsToList = true;
    const { failures } = await things.run(things.lifecycle.check({}, things.inputs("main", "mine")));
    expect([failures, warningsOf(things)]).toEqual([[], []]);
  });
});

describe("a replacement that would first delete an object, with a unique label", () => {
  async function besideOther() {
    const things = new Things(true);
    const { id, outs } = await things.run(things.lifecycle.create(things.inputs("main", "first")));
    things.add("other", "mine");
    await things.stack.clock.advance(10_000);
    return { things, id, outs, next: things.inputs("main", "mine", "large") };
  }

  const refusal =
    /^label: thing other has the label "mine", so the create of the replacement would be refused\. Thing thing-1 was not deleted\. Declare another label, or first delete or relabel thing other\.$/;

  it("is refused in a plan and before the delete while another object has the label", async () => {
    const { things, id, outs, next } = await besideOther();
    const startedAt = things.stack.clock.now();
    await expect(things.run(things.lifecycle.diff(id, outs, next))).rejects.toThrow(refusal);
    expect(things.stack.clock.now()).toBe(startedAt);
    await things.run(things.lifecycle.check({}, next));
    await expect(things.run(things.lifecycle.delete(id, outs))).rejects.toThrow(refusal);
    expect(things.labels).toEqual([`${id}: first`, "other: mine"]);
  });

  it("waits before the delete until the other object gives up the label", async () => {
    const { things, id, outs, next } = await besideOther();
    await things.run(things.lifecycle.check({}, next));
    void things.stack.clock.sleep(8000).then(() => things.add("other", "third"));
    await things.run(things.lifecycle.delete(id, outs));
    expect(things.labels).toEqual(["other: third"]);
  });

  it("is refused if the label is that of an object whose own replacement was refused before", async () => {
    const things = new Things(true);
    const first = await things.run(things.lifecycle.create(things.inputs("first", "one")));
    const second = await things.run(things.lifecycle.create(things.inputs("second", "two")));
    await things.stack.clock.advance(10_000);
    await things.run(things.lifecycle.check({}, things.inputs("first", "two")));
    const deletingFirst = things.lifecycle.delete(first.id, first.outs);
    await expect(things.run(deletingFirst)).rejects.toThrow(
      `label: thing ${second.id} has the label "two", so `,
    );
    await things.run(things.lifecycle.check({}, things.inputs("second", "one")));
    const deletingSecond = things.lifecycle.delete(second.id, second.outs);
    await expect(things.run(deletingSecond)).rejects.toThrow(
      `label: thing ${first.id} has the label "one", so `,
    );
    expect(things.labels).toEqual([`${first.id}: one`, `${second.id}: two`]);
  });

  it("is planned if the service returns no list, but the object is not deleted", async () => {
    const { things, id, outs, next } = await besideOther();
    things.failsToList = true;
    expect(await things.run(things.lifecycle.diff(id, outs, next))).toMatchObject({ replaces: ["size"] });
    await things.run(things.lifecycle.check({}, next));
    await expect(things.run(things.lifecycle.delete(id, outs))).rejects.toThrow("The list failed.");
    expect(things.labels).toEqual([`${id}: first`, "other: mine"]);
  });
});

it("a field table whose label is not unique sends each request once", async () => {
  const things = new Things(false);
  things.add("other", "mine");
  await things.run(things.lifecycle.check({}, things.inputs("main", "mine")));
  expect(warningsOf(things)).toEqual([]);
  const creating = things.lifecycle.create(things.inputs("main", "mine"));
  await expect(things.run(creating)).rejects.toThrow("The label is taken.");
  const { id, outs } = await things.run(things.lifecycle.create(things.inputs("main", "first")));
  const updating = things.lifecycle.update(id, outs, things.inputs("main", "mine"));
  await expect(things.run(updating)).rejects.toThrow("The label is taken.");
  const next = things.inputs("main", "mine", "large");
  expect(await things.run(things.lifecycle.diff(id, outs, next))).toMatchObject({ replaces: ["size"] });
  await things.run(things.lifecycle.check({}, next));
  await things.run(things.lifecycle.delete(id, outs));
  things.lockedUntil.set("first", things.stack.clock.now() + 20_000);
  const recreating = things.lifecycle.create(things.inputs("next", "first"));
  await expect(things.run(recreating)).rejects.toThrow("The label is taken.");
  expect(things.requests).toEqual(["thing-2: mine", "thing-2: first", "thing-2: mine", "thing-2: first"]);
});
