import type { EngineEvent, InProcessOutcome } from "../../../src/engine";
import { MemoryStore } from "../../../src/engine";
import { remainingWorkLines } from "../../../src/engine/display/remaining-work";
import { errorsOf, pair, stepsOf, thing, urnOf, World } from "../world";

type Finished = Extract<EngineEvent, { kind: "finished" }>;

function remainsOf(outcome: InProcessOutcome): Finished["remains"] {
  return outcome.events.find((event): event is Finished => event.kind === "finished")?.remains;
}

/** The remaining work, with the names of the resources only. */
function namesOf(outcome: InProcessOutcome) {
  const remains = remainsOf(outcome);
  if (!remains) return undefined;
  const { existing, ...lists } = remains;
  const names = Object.entries(lists).map(
    ([list, resources]) => [list, resources.map(({ name }) => name).sort()] as const,
  );
  return { existing, ...Object.fromEntries(names.filter(([, list]) => list.length > 0)) };
}

const fourThings: ReturnType<typeof pair> = async (register) => {
  await Promise.all(["a", "b", "c", "d"].map((name) => register(thing(name))));
  return {};
};

const failOn = (world: World, name: string) => {
  world.onCreate = async (inputs) => {
    if (inputs.name === name) throw new Error("no room");
  };
};

describe("the end of a run that failed", () => {
  it("counts existing resources and names the steps that were not started", async () => {
    const world = new World();
    failOn(world, "b");
    const outcome = await world.up(fourThings, { parallel: 1 });
    expect(namesOf(outcome)).toEqual({ existing: 1, notBegun: ["c", "d"] });
    expect(world.names()).toEqual(["a"]);
  });

  it("does not list a resource as not started if it failed before its step began", async () => {
    const world = new World();
    world.onCheck = async (_olds, news) => ({
      inputs: news,
      failures: news.name === "a" ? [{ property: "", reason: "no" }] : [],
    });
    expect(namesOf(await world.up(fourThings, { parallel: 1 }))).toEqual({
      existing: 0,
      notBegun: ["b", "c", "d"],
    });
  });

  it("names resources that are not ready and, with their ids, those that wait for deletion", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const outcome = await world.up(pair("south"));
    expect(namesOf(outcome)).toEqual({ existing: 2, toDelete: ["first"] });
    expect(remainsOf(outcome)?.toDelete).toMatchObject([{ urn: urnOf("first"), id: "1" }]);
    world.onCreate = async (inputs, id) => {
      throw Object.assign(new Error("slow"), { id, properties: inputs, reasons: ["booting"] });
    };
    const unready = await world.up(async (register) => {
      await register(thing("new"));
      return {};
    });
    expect(namesOf(unready)).toMatchObject({ unready: ["new"], toDelete: ["first"] });
  });

  it("names a replaced resource with `retainOnDelete` as one that the next run leaves in the service", async () => {
    const world = new World();
    const first = (region: string) => thing("first", { region }, { retainOnDelete: true });
    await world.up(async (register) => {
      await register(first("west"));
      return {};
    });
    failOn(world, "second");
    const outcome = await world.up(async (register) => {
      await register(first("south"));
      await register(thing("second"));
      return {};
    });
    expect(namesOf(outcome)).toEqual({ existing: 2, toRelease: ["first"] });
    const remains = remainsOf(outcome);
    expect(remains && remainingWorkLines(remains).map(([part]) => part?.text)).toContain(
      `Replaced; the next \`up\` or \`destroy\` removes them from the state and leaves them in the service: first (Thing), id 1.`,
    );
  });

  it("names resources that were deleted before their replacement", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(pair());
    failOn(world, "first");
    expect(namesOf(await world.up(pair("south")))).toEqual({ existing: 1, toRecreate: ["first"] });
  });

  it("counts a resource as existing if a hook prevented its deletion", async () => {
    const world = new World();
    await world.up(async (register) => {
      await register(thing("a", {}, { hooks: { BeforeDelete: ["backup"] } }));
      return {};
    });
    const outcome = await world.up(async () => ({}));
    expect(errorsOf(outcome).join()).toContain('Its before hook "backup" is not registered.');
    expect([namesOf(outcome), world.names()]).toEqual([{ existing: 1 }, ["a"]]);
  });

  it("names the resources that a destroy left", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const outcome = await world.run("destroy");
    expect(namesOf(outcome)).toEqual({ existing: 1, undeleted: ["second"], notBegun: ["first"] });
    expect(remainsOf(outcome)?.undeleted).toMatchObject([{ urn: urnOf("second"), id: "2" }]);
  });

  it("is reported after an interrupt too, but not after a preview or a success", async () => {
    const world = new World();
    const cancel = new AbortController();
    world.onCreate = async (inputs) => {
      if (inputs.name === "a") cancel.abort();
    };
    const outcome = await world.up(fourThings, { parallel: 1, cancel: cancel.signal });
    expect(outcome.result).toBe("cancelled");
    expect(namesOf(outcome)).toEqual({ existing: 1, notBegun: ["b", "c", "d"] });
    expect(namesOf(await world.up(fourThings))).toBeUndefined();
    const refused = await world.run("preview", fourThings, { targets: [urnOf("nowhere")] });
    expect([refused.result, namesOf(refused)]).toEqual(["failed", undefined]);
  });

  it("names operations that a kill interrupted, with unknown outcome", async () => {
    const world = new World();
    await world.up(pair());
    const { snapshot } = world.store;
    const [resource] = snapshot.resources.slice(-1);
    if (!resource) throw new Error("nothing there");
    const pendingOperations = [
      { type: "creating" as const, resource: { ...resource, urn: urnOf("lost"), id: "" } },
    ];
    world.store = new MemoryStore({ snapshot: { ...snapshot, pendingOperations } });
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const outcome = await world.run("destroy");
    expect(remainsOf(outcome)?.cutOff).toMatchObject([{ name: "lost", operation: "creating", id: "" }]);
  });
});

it("counts the deletion of an original that an earlier run replaced", async () => {
  const world = new World();
  await world.up(pair());
  world.onDelete = async () => {
    throw new Error("busy");
  };
  const failed = await world.up(pair("south"));
  expect(failed.counts).toMatchObject({ replaced: 1, deleted: 0 });
  world.onDelete = async () => undefined;
  const preview = await world.run("preview", pair("south"));
  const outcome = await world.up(pair("south"));
  expect(outcome.counts).toMatchObject({ replaced: 0, deleted: 1 });
  expect(preview.counts).toEqual(outcome.counts);
  expect(stepsOf(outcome)).toContain("deleteReplaced first");
});

describe("a program that registers nothing", () => {
  const warningsOf = (outcome: InProcessOutcome) =>
    outcome.events.flatMap((event) =>
      event.kind === "message" && event.severity === "warning" ? [event.message] : [],
    );

  it("causes a warning if the stack has resources", async () => {
    const world = new World();
    const nothing = async () => ({});
    expect(warningsOf(await world.run("preview", nothing))).toEqual([]);
    await world.up(pair());
    expect(warningsOf(await world.run("preview", nothing))).toEqual([
      "The program registers no resource, so `up` would delete everything in this stack: 2 resources.",
    ]);
    const one: ReturnType<typeof pair> = async (register) => {
      await register(thing("first"));
      return {};
    };
    const withOneResource = await world.up(one);
    expect(errorsOf(withOneResource)).toEqual([]);
    expect(warningsOf(withOneResource)).toEqual([]);
    expect(warningsOf(await world.up(nothing))).toEqual([
      "The program registers no resource, so this run deletes everything in this stack: 1 resource.",
    ]);
  });
});
