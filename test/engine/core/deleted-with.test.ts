import type { ProgramFunction } from "../../../src/engine";
import { findViolation } from "../../../src/state";
import { failuresOf, programWith, stepsOf, thing, urnOf, World } from "../world";

const componentType = "my:index:Group";

/** A host, and a guest that is deleted with it, in a component that depends on nothing. */
const program =
  (region = "north", more: Parameters<typeof thing>[2] = {}): ProgramFunction =>
  async (register) => {
    const group = await register({ type: componentType, name: "group", custom: false });
    const host = await register(thing("host", { region }, more));
    await register(thing("guest", {}, { deletedWith: host.urn, parent: group.urn }));
    return {};
  };

/** A world in which the first delete of the host fails. */
async function worldWithBusyHost(first: ProgramFunction = program()): Promise<World> {
  const world = new World();
  await world.up(first);
  world.onDelete = async () => {
    world.onDelete = async () => undefined;
    throw new Error("busy");
  };
  return world;
}

describe("a resource that is deleted with another one", () => {
  it.each(["destroy", "up"] as const)(
    "stays in the state with its parent until that one is deleted, in %s",
    async (operation) => {
      const world = await worldWithBusyHost();
      const outcome = await world.run(operation, programWith());
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual(["delete host", "delete guest", "delete group"]);
      expect(world.names()).toEqual(["group", "host", "guest"]);
      expect(world.state("guest")?.parent).toBe(urnOf("group", componentType));
      await world.run(operation, programWith());
      expect(world.calls).toEqual(["delete 1"]);
      expect(world.names()).toEqual([]);
    },
  );

  it("is not marked as deleted before a replacement until that one is", async () => {
    const world = await worldWithBusyHost(program("north", { deleteBeforeReplace: true }));
    const next = program("south", { deleteBeforeReplace: true });
    const failed = await world.up(next);
    expect(failed.result).toBe("failed");
    expect(world.names()).toEqual(["group", "host", "guest"]);
    expect(stepsOf(failed)).not.toContain("deleteReplaced guest");
    await world.up(next);
    expect(world.calls).toEqual(["delete 1", "create host as 3", "create guest as 4"]);
  });

  it("leaves the state in the same write as that one", async () => {
    const world = new World();
    await world.up(program());
    world.snapshots.length = 0;
    await world.run("destroy");
    const written = world.snapshots.map(({ resources }) =>
      resources.flatMap(({ urn }) => /::(host|guest)$/.exec(urn)?.[1] ?? []),
    );
    expect(written).toContainEqual(["host", "guest"]);
    for (const names of written) expect([0, 2]).toContain(names.length);
  });

  it("may itself be one that others are deleted with", async () => {
    const world = await worldWithBusyHost(
      programWith(
        thing("host"),
        thing("guest", {}, { deletedWith: urnOf("host") }),
        thing("inner", {}, { deletedWith: urnOf("guest") }),
      ),
    );
    expect(failuresOf(await world.run("destroy"))).toEqual(["delete host", "delete guest", "delete inner"]);
    expect(world.names()).toEqual(["host", "guest", "inner"]);
    expect(stepsOf(await world.run("destroy"))).toEqual(["delete host", "delete guest", "delete inner"]);
    expect(world.calls).toEqual(["delete 1"]);
    expect(world.names()).toEqual([]);
  });

  it("loses its references to what is deleted before that one", async () => {
    const world = new World();
    await world.up(
      programWith(
        thing("host"),
        thing("other", {}, { dependencies: [urnOf("host")] }),
        thing("guest", {}, { deletedWith: urnOf("host"), dependencies: [urnOf("other")] }),
      ),
    );
    world.onDelete = async (id) => {
      if (id === "1") throw new Error("busy");
    };
    await world.run("destroy");
    expect(world.calls).toEqual(["delete 2", "delete 1"]);
    expect(world.names()).toEqual(["host", "guest"]);
    expect(world.state("guest")).toMatchObject({ deletedWith: urnOf("host"), dependencies: [] });
    expect(findViolation(world.store.snapshot.resources)).toBeUndefined();
  });

  it("stays in the state if an interrupt prevents the deletion of that one", async () => {
    const world = new World();
    await world.up(
      programWith(thing("host"), thing("other"), thing("guest", {}, { deletedWith: urnOf("host") })),
    );
    const cancel = new AbortController();
    world.onDelete = async () => cancel.abort();
    const outcome = await world.run("destroy", undefined, { parallel: 1, cancel: cancel.signal });
    expect(outcome.result).toBe("cancelled");
    expect(failuresOf(outcome)).toEqual(["delete guest"]);
    expect(world.names()).toEqual(["host", "guest"]);
  });

  it("has a hook that fails before either is deleted", async () => {
    const world = new World();
    const hooks = { BeforeDelete: ["check"], AfterDelete: ["note"] };
    const guest = thing("guest", {}, { deletedWith: urnOf("host"), hooks });
    await world.up(programWith(thing("host"), guest));
    // No program registers the hook.
    expect((await world.up(programWith())).result).toBe("failed");
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["host", "guest"]);
  });
});
