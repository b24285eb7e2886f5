import { errorsOf, pair, stepOf, stepsOf, thing, urnOf, World } from "../world";

describe("create first", () => {
  it("makes the new one, moves dependents over, then deletes the old ones, dependents first", async () => {
    const world = new World();
    world.replacing = ["region", "peer"];
    await world.up(pair());
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["create first as 3", "create second as 4", "delete 2", "delete 1"]);
    expect(stepOf(outcome, "createReplacement", "first")?.replaces).toEqual(["region"]);
    expect(outcome.counts).toMatchObject({ replaced: 2, created: 0, deleted: 0 });
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("marks the old one in the same write as the new one, and tries a failed deletion again", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const failed = await world.up(pair("south"));
    expect(errorsOf(failed)).toEqual(["busy"]);
    expect(world.names()).toEqual(["first", "second", "first (delete)"]);
    for (const snapshot of world.snapshots) {
      const live = snapshot.resources.filter(({ urn, delete: gone }) => urn === urnOf("first") && !gone);
      expect(live.length).toBeLessThanOrEqual(1);
    }
    world.onDelete = async () => undefined;
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 1"]);
    expect(stepsOf(outcome)).toContain("deleteReplaced first");
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("leaves the old one alone when the new one cannot be made", async () => {
    const world = new World();
    await world.up(pair());
    world.onCreate = async () => {
      throw new Error("no room");
    };
    const outcome = await world.up(pair("south"));
    expect(outcome.result).toBe("failed");
    expect(world.names()).toEqual(["first", "second"]);
    expect(world.state("first")?.id).toBe("1");
    expect([...world.things.keys()]).toEqual(["1", "2"]);
  });
});

describe("delete first", () => {
  it("deletes dependents that would be replaced, then the root, then makes all anew", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(pair());
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 2", "delete 1", "create first as 3", "create second as 4"]);
    expect(outcome.counts.replaced).toBe(2);
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("leaves dependents alone whose diff with the unknown says update", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(pair());
    await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 1", "create first as 3", "update 2"]);
  });

  it("keeps what was deleted marked until it is made, and then only makes it", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(pair());
    world.onCreate = async () => {
      throw new Error("no room");
    };
    await world.up(pair("south"));
    expect(world.names()).toEqual(["first (pending)", "second (pending)"]);
    expect(world.state("first")?.id).toBe("1");
    world.onCreate = async () => undefined;
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["create first as 4", "create second as 5"]);
    expect(outcome.counts.replaced).toBe(2);
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("does not delete a dependent again that an interrupted replacement has deleted already", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(pair());
    world.onDelete = async (id) => {
      if (id === "1") throw new Error("busy");
    };
    await world.up(pair("south"));
    expect(world.names()).toEqual(["first", "second (pending)"]);
    world.onDelete = async () => undefined;
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 1", "create first as 3", "create second as 4"]);
    expect(stepsOf(outcome)).not.toContain("discard second");
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("forgets what was deleted when the program no longer wants it, without a call", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(pair());
    world.onCreate = async () => {
      throw new Error("no room");
    };
    await world.up(pair("south"));
    const outcome = await world.up(async () => ({}));
    expect(world.calls).toEqual(["delete 2"]);
    expect(stepsOf(outcome)).toEqual(["delete second", "discard first"]);
  });

  it("stops before anything when a dependent is protected", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    const program = (region: string) => pairWith(region, { protect: true });
    await world.up(program("north"));
    const outcome = await world.up(program("south"));
    expect(errorsOf(outcome).join()).toContain("is protected");
    expect(world.calls).toEqual([]);
  });

  it("does what the user says over what the provider says", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(single({ region: "north" }, { deleteBeforeReplace: false }));
    await world.up(single({ region: "south" }, { deleteBeforeReplace: false }));
    expect(world.calls).toEqual(["create a as 2", "delete 1"]);
    await world.up(single({ region: "west" }, { deleteBeforeReplace: true }));
    expect(world.calls).toEqual(["delete 2", "create a as 3"]);
  });

  it("deletes a dependent shared by two roots once, before both", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "one", "two"];
    const program = (region: string) => async (register: Parameters<ReturnType<typeof pair>>[0]) => {
      const [one, two] = await Promise.all([
        register(thing("one", { region })),
        register(thing("two", { region })),
      ]);
      await register(
        thing(
          "shared",
          { one: one.outputs.address ?? null, two: two.outputs.address ?? null },
          { propertyDependencies: { one: [one.urn], two: [two.urn] } },
        ),
      );
      return {};
    };
    await world.up(program("north"));
    world.onDelete = async () => world.clock.sleep(1000);
    await world.up(program("south"));
    expect(world.calls.filter((call) => call === "delete 3")).toHaveLength(1);
    expect(world.calls[0]).toBe("delete 3");
    expect(world.names().sort()).toEqual(["one", "shared", "two"]);
    expect(world.things.size).toBe(3);
  });
});

describe("protection", () => {
  it("refuses to replace what is and stays protected, and replaces what is set free in the same run", async () => {
    const world = new World();
    await world.up(single({ region: "north" }, { protect: true }));
    const refused = await world.up(single({ region: "south" }, { protect: true }));
    expect(errorsOf(refused).join()).toContain("is protected");
    expect(world.calls).toEqual([]);
    const freed = await world.up(single({ region: "south" }, {}));
    expect(freed.result).toBe("succeeded");
  });

  it("refuses to delete it, and deletes the others", async () => {
    const world = new World();
    await world.up(async (register) => {
      await register(thing("guarded", {}, { protect: true }));
      await register(thing("free"));
      return {};
    });
    const outcome = await world.up(async () => ({}));
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome).join()).toContain("it is protected");
    expect(world.calls).toEqual(["delete 2"]);
    expect(world.names()).toEqual(["guarded"]);
  });
});

it("replaces what --replace names, checked as something new", async () => {
  const world = new World();
  await world.up(single());
  const outcome = await world.up(single(), { replace: [urnOf("a")] });
  expect(world.calls).toEqual(["create a as 2", "delete 1"]);
  expect(stepOf(outcome, "createReplacement", "a")?.reason).toBe("asked for with --replace");
});

function single(inputs: Parameters<typeof thing>[1] = {}, more: Parameters<typeof thing>[2] = {}) {
  return async (register: Parameters<ReturnType<typeof pair>>[0]) => {
    await register(thing("a", inputs, more));
    return {};
  };
}

function pairWith(region: string, more: Parameters<typeof thing>[2]) {
  return async (register: Parameters<ReturnType<typeof pair>>[0]) => {
    const first = await register(thing("first", { region }));
    await register(
      thing(
        "second",
        { peer: first.outputs.address ?? null },
        { propertyDependencies: { peer: [first.urn] }, ...more },
      ),
    );
    return {};
  };
}
