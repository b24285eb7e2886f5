import { configurationOf, type EngineEvent } from "../../../src/engine";
import { oneThing, pair, stepOf, stepsOf, thing, urnOf, World } from "../world";

/** The events of a resource's steps, without the steps themselves. */
function eventsOf(events: readonly EngineEvent[], name: string) {
  return events.flatMap((event) => {
    if (!("step" in event) || event.step.name !== name) return [];
    const { step, ...rest } = event;
    return [rest];
  });
}

describe("the events of a step", () => {
  it("contain its start, end and duration", async () => {
    const world = new World();
    await world.clock.advance(60_000);
    const startedAt = world.clock.now();
    world.onCreate = async () => world.clock.sleep(1_500);
    const { events } = await world.up(oneThing());
    expect(eventsOf(events, "a")).toEqual([
      { kind: "stepStarted", time: startedAt },
      { kind: "stepDone", time: startedAt + 1_500, milliseconds: 1_500 },
    ]);
  });

  it("contain the time and duration of a failure", async () => {
    const world = new World();
    const startedAt = world.clock.now();
    world.onCreate = async () => {
      await world.clock.sleep(1_500);
      throw new Error("no room");
    };
    const { events } = await world.up(oneThing());
    expect(eventsOf(events, "a")).toEqual([
      { kind: "stepStarted", time: startedAt },
      { kind: "stepFailed", message: "no room", time: startedAt + 1_500, milliseconds: 1_500 },
    ]);
  });

  it("contain the states, what changed and why", async () => {
    const world = new World();
    await world.up(pair());
    const updated = stepOf(await world.up(pair("north", "y")), "update", "second");
    expect(updated).toMatchObject({
      ...{ urn: urnOf("second"), custom: true, changed: ["label"], replaces: [], reason: "" },
      old: { inputs: { label: "x" }, outputs: { label: "x" } },
      new: { inputs: { label: "y" }, outputs: { label: "y" } },
    });
    const deleted = stepOf(await world.up(async () => ({})), "delete", "second");
    expect(deleted).toMatchObject({ changed: [], old: { id: "2" } });
    expect(deleted).not.toHaveProperty("new");
    expect(deleted).not.toHaveProperty("alreadyDeleted");
    expect(deleted).not.toHaveProperty("leftOver");
  });

  it("name the reason for a deletion that the program did not cause", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    await world.up(pair("south"));
    world.onDelete = async () => undefined;
    expect(stepOf(await world.up(pair("south")), "deleteReplaced", "first")).toMatchObject({
      reason: "replaced by an earlier run",
      leftOver: true,
    });
  });

  it("name the reason why a resource that was only read is discarded", async () => {
    const world = new World();
    world.things.set("7", { name: "found" });
    await world.up(async (_register, { read }) => {
      await read({ ...thing("found"), inputs: thing("found").inputs ?? {}, id: "7" });
      return {};
    });
    const outcome = await world.up(async () => ({}));
    expect(stepOf(outcome, "discard", "found")?.reason).toBe("it was only read");
    expect(world.calls).toEqual([]);
  });
});

describe("the counts of a run", () => {
  it("contain neither the stack nor the default provider, and no deletion of an object that had already been deleted", async () => {
    const world = new World();
    const plain = { created: 0, updated: 0, replaced: 0, deleted: 0, unchanged: 0, read: 0 };
    expect((await world.up(pair())).counts).toEqual({ ...plain, created: 2 });
    expect((await world.up(pair())).counts).toEqual({ ...plain, unchanged: 2 });
    world.provider.delete = async (id) => ({ alreadyDeleted: id === "1" });
    const outcome = await world.run("destroy");
    expect(outcome.counts).toEqual({ ...plain, deleted: 1, alreadyDeleted: 1 });
    expect(stepOf(outcome, "delete", "first")).toMatchObject({
      reason: "it was already deleted",
      alreadyDeleted: true,
    });
    expect(world.names()).toEqual([]);
  });

  it("contain no deletion for which the provider kept the object", async () => {
    const world = new World();
    await world.up(pair());
    world.provider.delete = async (id) => ({ retained: id === "1" });
    const outcome = await world.run("destroy");
    expect(outcome.counts).toMatchObject({ deleted: 1, retained: 1 });
    expect(stepOf(outcome, "delete", "first")).toMatchObject({ retained: true });
    expect(stepOf(outcome, "delete", "second")).not.toHaveProperty("retained");
    expect(world.names()).toEqual([]);
  });

  it("are the same in a preview", async () => {
    const world = new World();
    const preview = await world.run("preview", pair());
    expect(preview.counts).toEqual((await world.up(pair())).counts);
  });

  it("count the drift that a refresh before an `up` finds once, with the `up`", async () => {
    const world = new World();
    await world.up(pair());
    world.things.set("1", { ...world.things.get("1"), note: "changed", region: "moon" });
    world.replacing = [];
    const outcome = await world.up(pair(), { refreshFirst: true });
    expect(stepsOf(outcome)).toContain("refresh first");
    expect(outcome.counts).toMatchObject({ updated: 1, unchanged: 1 });
  });
});

describe("the step of a resource that no longer exists", () => {
  it("deletes it in a refresh, and only removes it from the state in a refresh before an `up`, which creates it again", async () => {
    const world = new World();
    await world.up(pair());
    world.things.delete("1");
    const outcome = await world.up(pair(), { refreshFirst: true });
    expect(stepsOf(outcome)).toEqual(expect.arrayContaining(["discard first", "create first"]));
    expect(stepsOf(outcome)).not.toContain("delete first");
    expect(outcome.counts).toMatchObject({ created: 1, deleted: 0 });
    world.things.clear();
    expect(stepsOf(await world.run("refresh")).sort()).toEqual(["delete first", "delete second"]);
  });
});

describe("the provider of dynamic resources", () => {
  it("is configured once, with the stack's configuration or else with that in the state", async () => {
    const world = new World();
    const seen: unknown[] = [];
    world.provider.configure = async ({ config }) => void seen.push(config.get("color"));
    const configuration = configurationOf({ "project:color": { secret: "red" } });
    await world.up(pair(), { configuration });
    await world.run("refresh");
    await world.run("destroy");
    expect(seen).toEqual(["red", "red", "red"]);
  });
});
