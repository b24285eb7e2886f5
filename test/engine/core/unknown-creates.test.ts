import { type InProcessOptions, MemoryStore } from "../../../src/engine";
import { newResource } from "../../../src/state";
import { errorsOf, programWith, stepsOf, thing, type, urnOf, World } from "../world";

const isUnknownCreate: InProcessOptions["isUnknownCreate"] = (_, next) => next.inputs.region !== "known";

function worldWithPendingCreate(): World {
  const world = new World();
  const resource = newResource({ urn: urnOf("lost"), type, custom: true });
  world.store = new MemoryStore({
    snapshot: { resources: [], pendingOperations: [{ type: "creating", resource }] },
  });
  return world;
}

describe("a pending create with an unknown result", () => {
  it.each(["preview", "up"] as const)("fails its resource in %s, and no other", async (operation) => {
    const world = worldWithPendingCreate();
    const options = { isUnknownCreate, recoverCommand: "nodecloud recover --stack dev" };
    const outcome = await world.run(operation, programWith(thing("first"), thing("lost")), options);
    expect(errorsOf(outcome)).toEqual([
      expect.stringMatching(/^An earlier run .* may exist and be billed.* `nodecloud recover --stack dev`/),
    ]);
    expect(stepsOf(outcome)).toEqual(["create first"]);
    expect(errorsOf(await world.run(operation, programWith(thing("first")), options))).toEqual([]);
  });

  it("may belong to a run in progress, which a preview reports", async () => {
    const world = worldWithPendingCreate();
    Object.assign(world.store, { lockOwners: async () => ["alice"] });
    const outcome = await world.run("preview", programWith(thing("lost")), { isUnknownCreate });
    expect(stepsOf(outcome)).toEqual(["create lost"]);
  });

  it("fails nothing if the caller knows its result, or the user has cleared it", async () => {
    const world = worldWithPendingCreate();
    const known = programWith(thing("lost", { region: "known" }));
    expect((await world.up(known, { isUnknownCreate })).result).toBe("succeeded");
    const cleared = worldWithPendingCreate();
    await cleared.run("refresh", undefined, { clearPendingCreates: true, isUnknownCreate });
    expect((await cleared.up(programWith(thing("lost")), { isUnknownCreate })).result).toBe("succeeded");
  });

  it.each(["up", "refresh", "destroy"] as const)(
    "that left nothing is named and no longer pending after %s",
    async (operation) => {
      const world = worldWithPendingCreate();
      const options = { leftNothing: (pending: { urn: string }) => pending.urn === urnOf("lost") };
      const message = expect.objectContaining({
        kind: "message",
        severity: "info",
        message: expect.stringContaining("it left no object that the state does not have"),
      });
      const preview = await world.run("preview", programWith(thing("other")), options);
      expect(preview.events).toContainEqual(message);
      expect(world.store.snapshot.pendingOperations).toHaveLength(1);
      const outcome = await world.run(operation, programWith(thing("other")), options);
      expect([outcome.result, outcome.events]).toEqual(["succeeded", expect.arrayContaining([message])]);
      expect(world.store.snapshot.pendingOperations).toEqual([]);
    },
  );

  it("stays pending if it is not the one that left nothing", async () => {
    const world = worldWithPendingCreate();
    await world.up(programWith(thing("other")), { leftNothing: () => false });
    expect(world.store.snapshot.pendingOperations).toHaveLength(1);
    await world.up(programWith(thing("other")), { hasIntent: () => true, leftNothing: () => true });
    expect(world.store.snapshot.pendingOperations).toHaveLength(1);
  });

  it.each([
    ["stays pending if the next create fails and the record of the first one is still open", true, 1],
    ["is no longer pending after a failed create that resolved the record of the first one", false, 0],
  ])("%s", async (_, isStillOpen, left) => {
    const world = worldWithPendingCreate();
    let isOpen = true;
    world.onCreate = async () => {
      isOpen = isStillOpen;
      throw new Error("no capacity");
    };
    const outcome = await world.up(programWith(thing("lost")), { hasIntent: () => isOpen });
    expect(errorsOf(outcome)).toEqual([expect.stringContaining("no capacity")]);
    expect(world.store.snapshot.pendingOperations).toHaveLength(left);
  });

  it("fails a replacement before the original is deleted, and no update", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(programWith(thing("lost")));
    const { resources } = world.store.snapshot;
    const [resource] = resources.filter(({ urn }) => urn === urnOf("lost"));
    await world.store.save({ resources, pendingOperations: [{ type: "creating", resource: resource! }] });
    const replaced = await world.up(programWith(thing("lost", { region: "south" })), { isUnknownCreate });
    expect(errorsOf(replaced)).toHaveLength(1);
    expect(world.names()).toEqual(["lost"]);
    expect(world.state("lost")?.id).toBe("1");
    const updated = await world.up(programWith(thing("lost", { label: "new" })), { isUnknownCreate });
    expect(stepsOf(updated)).toEqual(["update lost"]);
    expect((await world.up(programWith(thing("lost", { label: "new" })), { isUnknownCreate })).result).toBe(
      "succeeded",
    );
  });
});

it("a create is reported to the caller before it is pending, with the time at which its run started", async () => {
  const world = new World();
  const noted: string[] = [];
  const time = new Date(world.clock.now()).toISOString();
  world.onCheck = async (_olds, news) => {
    await world.clock.sleep(1000);
    return { inputs: news };
  };
  let pending: unknown;
  world.onCreate = async () => {
    pending = world.store.snapshot.pendingOperations.map(({ resource }) => resource.created);
  };
  await world.up(programWith(thing("one")), {
    recordCreate: async ({ urn, created }) => {
      expect(world.store.snapshot.pendingOperations).toEqual([]);
      noted.push(`${urn} ${created}`);
    },
  });
  expect(noted).toEqual([`${urnOf("one")} ${time}`]);
  expect(pending).toEqual([time]);
  expect(world.state("one")?.created).not.toBe(time);
});
