import type { ProgramFunction } from "../../../src/engine";
import {
  errorsOf,
  failuresOf,
  oneThing,
  pair,
  programWith,
  stepOf,
  stepsOf,
  thing,
  urnOf,
  World,
} from "../world";

describe("create first", () => {
  it("creates the replacement, updates dependents, then deletes the originals, dependents first", async () => {
    const world = new World();
    world.replacing = ["region", "peer"];
    await world.up(pair());
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["create first as 3", "create second as 4", "delete 2", "delete 1"]);
    expect(stepOf(outcome, "createReplacement", "first")?.replaces).toEqual(["region"]);
    expect(outcome.counts).toMatchObject({ replaced: 2, created: 0, deleted: 0 });
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("marks the original in the same write as the replacement and retries a failed deletion", async () => {
    const world = new World();
    await world.up(pair());
    world.onDelete = async () => {
      throw new Error("busy");
    };
    const failed = await world.up(pair("south"));
    expect(errorsOf(failed)).toEqual(["busy"]);
    expect(world.names()).toEqual(["first", "second", "first (delete)"]);
    for (const snapshot of world.snapshots) {
      const live = snapshot.resources.filter(
        ({ urn, delete: isDeleting }) => urn === urnOf("first") && !isDeleting,
      );
      expect(live.length).toBeLessThanOrEqual(1);
    }
    world.onDelete = async () => undefined;
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 1"]);
    expect(stepsOf(outcome)).toContain("deleteReplaced first");
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("keeps the original if the replacement cannot be created", async () => {
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
  it("deletes dependents that would be replaced, then the root, then creates all of them again", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(pair());
    const outcome = await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 2", "delete 1", "create first as 3", "create second as 4"]);
    expect(outcome.counts.replaced).toBe(2);
    expect(world.names()).toEqual(["first", "second"]);
  });

  it("says which property of a dependent requires its replacement", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(pair());
    const outcome = await world.up(pair("south"));
    expect(stepOf(outcome, "createReplacement", "second")).toMatchObject({
      replaces: ["peer"],
      reason: "a resource that it depends on is replaced",
    });
  });

  it("keeps dependents whose diff with unknowns reports an update", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(pair());
    await world.up(pair("south"));
    expect(world.calls).toEqual(["delete 1", "create first as 3", "update 2"]);
  });

  it("keeps deleted resources marked until they are created, and then only creates them", async () => {
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

  it("does not delete a dependent again after an interrupted replacement", async () => {
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

  it("removes a deleted resource from the state without a call when the program no longer declares it", async () => {
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

  it("does nothing if a dependent is protected", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    const program = (region: string) => declarePairWithOptions(region, { protect: true });
    await world.up(program("north"));
    const outcome = await world.up(program("south"));
    expect(errorsOf(outcome).join()).toMatch(
      /is protected\. Nothing was done\. Run `nodecloud state unprotect urn:.*::second`/,
    );
    expect(world.calls).toEqual([]);
  });

  describe("of a resource on which another no longer depends", () => {
    /** `user` depended on `base`, and now depends on `other`, whose update takes a while. */
    async function changed(prepare: (world: World, log: string[]) => void) {
      const world = new World();
      world.deleteFirst = true;
      world.replacing = ["region", "peer"];
      const program =
        (region: string, peer: "base" | "other"): ProgramFunction =>
        async (register, { output }) => {
          const [base, other] = [
            register(thing("base", { region })),
            register(thing("other", { label: region })),
          ];
          const needed = await (peer === "base" ? base : other);
          const inputs = { peer: output(needed, "address") };
          await register(thing("user", inputs, { propertyDependencies: { peer: [needed.urn] } }));
          await Promise.all([base, other]);
          return {};
        };
      await world.up(program("north", "base"));
      const log: string[] = [];
      world.onUpdate = () => world.clock.sleep(500);
      world.onCreate = async ({ name }) => void log.push(`create ${String(name)}`);
      prepare(world, log);
      return { world, log, outcome: await world.up(program("south", "other")) };
    }

    it("creates the other one only when its old object is deleted", async () => {
      const { world, log, outcome } = await changed((world, log) => {
        world.onDelete = async (id) => {
          if (id === "3") await world.clock.sleep(2000);
          log.push(`deleted ${id}`);
        };
      });
      expect(outcome.result).toBe("succeeded");
      expect(log.indexOf("create user")).toBeGreaterThan(log.indexOf("deleted 3"));
      expect(world.things.size).toBe(3);
    });

    it("keeps the other one in the state if its old object cannot be deleted", async () => {
      const { world, log, outcome } = await changed((world) => {
        world.onDelete = async (id) => {
          await world.clock.sleep(2000);
          if (id === "3") throw new Error("refused");
        };
      });
      expect([outcome.result, log.includes("create user")]).toEqual(["failed", false]);
      expect(world.state("user")?.id).toBe("3");
    });
  });

  it("keeps a dependent that was registered without its dependency while another one was compared", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    const peer = "10.0.0.1";
    await world.up(async (register) => {
      const root = await register(thing("root"));
      const more = { propertyDependencies: { peer: [root.urn] } };
      await register(thing("freed", { peer }, more));
      await register(thing("slow", { peer }, more));
      return {};
    });
    delaySlowDiff(world);
    const outcome = await world.up(async (register) => {
      const root = register(thing("root", { region: "south" }));
      await world.clock.sleep(500);
      await register(thing("freed", { peer }));
      await root;
      return {};
    });
    expect(errorsOf(outcome)).toEqual([]);
    expect(world.calls).toEqual(["delete 3", "delete 1", "create root as 4"]);
    expect([...world.things.keys()].sort()).toEqual(["2", "4"]);
    expect(world.names().sort()).toEqual(["freed", "root"]);
  });

  it("prefers the user's deleteBeforeReplace to the provider's", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(oneThing({ region: "north" }, { deleteBeforeReplace: false }));
    await world.up(oneThing({ region: "south" }, { deleteBeforeReplace: false }));
    expect(world.calls).toEqual(["create a as 2", "delete 1"]);
    await world.up(oneThing({ region: "west" }, { deleteBeforeReplace: true }));
    expect(world.calls).toEqual(["delete 2", "create a as 3"]);
  });

  it("keeps a dependent of two roots in the state if one is deleted while those of the other are compared", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "one", "two"];
    const program = (region: string) => async (register: Register) => {
      const [one, two] = await registerRoots(register, region);
      const [first, second] = [one.outputs.address ?? null, two.outputs.address ?? null];
      const propertyDependencies = { one: [one.urn], two: [two.urn] };
      await register(thing("shared", { one: first, two: second }, { propertyDependencies }));
      await register(thing("slow", { two: second }, { propertyDependencies: { two: [two.urn] } }));
      return {};
    };
    await world.up(program("north"));
    delaySlowDiff(world);
    const outcome = await world.up(program("south"));
    expect(stepsOf(outcome).filter((step) => step.endsWith(" shared"))).toEqual([
      "deleteReplaced shared",
      "createReplacement shared",
    ]);
    expect(world.calls.filter((call) => call === "delete 3")).toHaveLength(1);
    expect(world.names().sort()).toEqual(["one", "shared", "slow", "two"]);
    expect(world.things.size).toBe(4);
  });

  it("deletes a dependent of two roots once, before both", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "one", "two"];
    const program = (region: string) => async (register: Register) => {
      const [one, two] = await registerRoots(register, region);
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
  it("rejects a replacement while protected and allows it in the run that removes the protection", async () => {
    const world = new World();
    await world.up(oneThing({ region: "north" }, { protect: true }));
    const refused = await world.up(oneThing({ region: "south" }, { protect: true }));
    expect(errorsOf(refused).join()).toContain("is protected");
    expect(world.calls).toEqual([]);
    const freed = await world.up(oneThing({ region: "south" }, {}));
    expect(freed.result).toBe("succeeded");
  });

  /** Those whose name starts with `guarded` are protected. */
  const thingsNamed = (names: readonly string[]) =>
    programWith(...names.map((name) => thing(name, {}, { protect: name.startsWith("guarded") })));

  it.each(["up", "destroy", "preview"] as const)(
    "refuses to delete protected resources, names them all, and deletes nothing else, in %s",
    async (operation) => {
      const world = new World();
      const names = ["free", "guarded", "guarded too", "last"];
      await world.up(thingsNamed(names));
      const outcome = await world.run(operation, async () => ({}));
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual(["delete guarded", "delete guarded too"]);
      expect(errorsOf(outcome)[0]).toContain("it is protected, so nothing was deleted");
      expect(stepsOf(outcome)).toEqual([]);
      expect(world.calls).toEqual([]);
      expect(world.names()).toEqual(names);
    },
  );

  it.each(["up", "destroy", "preview"] as const)(
    "fails %s if one resource is protected",
    async (operation) => {
      const world = new World();
      await world.up(thingsNamed(["free", "guarded"]));
      const outcome = await world.run(operation, async () => ({}));
      expect(outcome.result).toBe("failed");
      expect(world.names()).toEqual(["free", "guarded"]);
    },
  );

  it("keeps a protected resource that the program now only reads under another id", async () => {
    const world = new World();
    await world.up(oneThing({}, { protect: true }));
    world.things.set("7", { name: "found" });
    const reading = (id: string): ReturnType<typeof pair> => {
      return async (_register, { read }) => {
        await read({ ...thing("a"), inputs: thing("a").inputs ?? {}, id });
        return {};
      };
    };
    const outcome = await world.up(reading("7"));
    expect(errorsOf(outcome).join()).toContain('only reads "7" under this name, so this run would delete 1');
    expect(world.state("a")).toMatchObject({ id: "1", external: false });
    expect((await world.up(reading("1"))).result).toBe("succeeded");
    expect(world.calls).toEqual([]);
  });

  it("does not prevent the deletion of other targets", async () => {
    const world = new World();
    await world.up(thingsNamed(["free", "guarded"]));
    const outcome = await world.run("destroy", undefined, { targets: [urnOf("free")] });
    expect(outcome.result).toBe("succeeded");
    expect(world.names()).toEqual(["guarded"]);
  });

  it("does not apply to originals that were already replaced or deleted", async () => {
    const world = new World();
    await world.up(oneThing({ region: "north" }, { protect: true }));
    world.onDelete = async () => {
      throw new Error("busy");
    };
    await world.up(oneThing({ region: "south" }));
    expect(world.names()).toEqual(["a", "a (delete)"]);
    world.onDelete = async () => undefined;
    expect((await world.run("destroy")).result).toBe("succeeded");
    expect(world.things.size).toBe(0);
  });
});

describe("after a deletion that failed", () => {
  it.each(["up", "destroy"] as const)(
    "%s starts no further deletion and finishes those in progress",
    async (operation) => {
      const world = new World();
      await world.up(async (register) => {
        for (const name of ["bad", "slow", "late", "later"]) await register(thing(name));
        return {};
      });
      world.onDelete = async (id) => {
        if (id !== "4") return world.clock.sleep(5000);
        await world.clock.sleep(1000);
        throw new Error("busy");
      };
      const outcome = await world.run(operation, async () => ({}), { parallel: 2 });
      expect(outcome.result).toBe("failed");
      expect([...world.calls].sort()).toEqual(["delete 3", "delete 4"]);
      expect(world.names()).toEqual(["bad", "slow", "later"]);
      expect(world.store.snapshot.pendingOperations).toEqual([]);
    },
  );
});

describe("a dependent that is deleted before a replacement and no longer declared", () => {
  const first: ReturnType<typeof pair> = async (register, { output }) => {
    const root = await register(thing("root", { region: "north" }));
    const needed = await register(thing("needed"));
    const peer = output(root, "address");
    const dependencies = [needed.urn];
    await register(thing("user", { peer }, { propertyDependencies: { peer: [root.urn] }, dependencies }));
    return {};
  };
  const worldWithDependent = async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(first);
    return world;
  };
  const rootOnly: ReturnType<typeof pair> = async (register) => {
    await register(thing("root", { region: "south" }));
    return {};
  };

  it("is removed from the state in the same run and counts as deleted", async () => {
    const world = await worldWithDependent();
    const outcome = await world.up(rootOnly);
    expect(outcome).toMatchObject({ result: "succeeded", counts: { replaced: 1, deleted: 2 } });
    expect(world.calls).toEqual(["delete 3", "delete 1", "create root as 4", "delete 2"]);
    expect(stepsOf(outcome).slice(-2)).toEqual(["delete user", "delete needed"]);
    expect(world.names()).toEqual(["root"]);
    expect((await world.run("destroy")).result).toBe("succeeded");
    expect(world.things.size).toBe(0);
  });

  it("has the same steps in a preview", async () => {
    const world = await worldWithDependent();
    const preview = await world.run("preview", rootOnly);
    const up = await world.up(rootOnly);
    expect(stepsOf(preview)).toEqual(stepsOf(up));
    expect(preview.counts).toEqual(up.counts);
  });

  it("is removed from the state by the next run if this one fails", async () => {
    const world = await worldWithDependent();
    world.onCreate = async () => {
      throw new Error("no room");
    };
    expect((await world.up(rootOnly)).result).toBe("failed");
    expect(world.names()).toEqual(["root (pending)", "needed", "user (pending)"]);
    world.onCreate = async () => undefined;
    const outcome = await world.up(rootOnly);
    expect(world.calls).toEqual(["create root as 5", "delete 2"]);
    expect(stepsOf(outcome)).toContain("discard user");
    expect(world.names()).toEqual(["root"]);
  });
});

describe("a resource that becomes a component of the same type and name", () => {
  const group: ReturnType<typeof pair> = async (register) => {
    const { urn } = await register(thing("a", {}, { custom: false }));
    await register(thing("b", {}, { dependencies: [urn] }));
    return {};
  };

  it("is deleted in the service and replaced by the component", async () => {
    const world = new World();
    await world.up(oneThing());
    const outcome = await world.up(group);
    expect(outcome.result).toBe("succeeded");
    expect(world.calls).toEqual(["create b as 2", "delete 1"]);
    expect(stepsOf(outcome)).toEqual(["createReplacement a", "create b", "deleteReplaced a"]);
    expect(world.state("a")).toMatchObject({ custom: false, id: "" });
  });

  it("is deleted first with deleteBeforeReplace, and only once", async () => {
    const world = new World();
    await world.up(oneThing());
    const first = thing("a", {}, { custom: false, deleteBeforeReplace: true });
    await world.up(programWith(first));
    expect(world.calls).toEqual(["delete 1"]);
    expect(world.names()).toEqual(["a"]);
    await world.up(oneThing({ region: "north" }, { deleteBeforeReplace: true }));
    world.onCreate = async () => {
      throw new Error("no room");
    };
    await world.up(oneThing({ region: "south" }, { deleteBeforeReplace: true }));
    expect(world.names()).toEqual(["a (pending)"]);
    expect((await world.up(group, { targets: [urnOf("a")] })).result).toBe("succeeded");
    expect(world.calls).toEqual([]);
  });

  it("is discarded after the component is created if it was only read, also with deleteBeforeReplace", async () => {
    const world = new World();
    world.things.set("1", { name: "a" });
    const found = await world.up(async (_register, { read }) => {
      const { inputs = {} } = thing("a");
      await read({ ...thing("a"), inputs, id: "1" });
      return {};
    });
    expect(found.result).toBe("succeeded");
    expect(world.state("a")).toMatchObject({ id: "1", external: true });
    const first = thing("a", {}, { custom: false, deleteBeforeReplace: true });
    const outcome = await world.up(programWith(first));
    expect(stepsOf(outcome)).toEqual(["createReplacement a", "discard a"]);
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["a"]);
  });

  it("is kept if it is protected", async () => {
    const world = new World();
    await world.up(oneThing({}, { protect: true }));
    const kept = thing("a", {}, { custom: false, protect: true });
    const outcome = await world.up(programWith(kept));
    expect(errorsOf(outcome).join()).toContain("is protected");
    expect(world.state("a")).toMatchObject({ custom: true, id: "1" });
  });

  it("is created without a deletion when it becomes a resource again", async () => {
    const world = new World();
    await world.up(group);
    const outcome = await world.up(oneThing());
    expect(outcome.result).toBe("succeeded");
    expect(world.calls).toEqual(["create a as 2", "delete 1"]);
    expect(world.state("a")).toMatchObject({ custom: true, id: "2" });
    expect(world.names()).toEqual(["a"]);
  });
});

it("replaces nothing if the provider reports no changes, whatever properties it names", async () => {
  const world = new World();
  await world.up(oneThing());
  world.provider.diff = async () => ({ changes: false, replaces: ["region"] });
  expect(stepsOf(await world.up(oneThing({ region: "south" })))).toEqual(["same a"]);
  expect(world.calls).toEqual([]);
});

it("checks a resource named with --replace as a new one", async () => {
  const world = new World();
  await world.up(oneThing());
  const outcome = await world.up(oneThing(), { replace: [urnOf("a")] });
  expect(world.calls).toEqual(["create a as 2", "delete 1"]);
  expect(stepOf(outcome, "createReplacement", "a")?.reason).toBe("requested with --replace");
});

it.each([
  ["its former URN", urnOf("a")],
  ["a pattern that its new URN matches", urnOf("b").replace("proj", "*")],
])("replaces a renamed resource that --replace names by %s", async (_, target) => {
  const world = new World();
  await world.up(oneThing());
  const renamed: ProgramFunction = async (register) => {
    await register(thing("b", {}, { aliases: [{ urn: urnOf("a") }] }));
    return {};
  };
  const outcome = await world.up(renamed, { replace: [target] });
  expect(world.calls).toEqual(["create b as 2", "delete 1"]);
  expect(world.names()).toEqual(["b"]);
  expect(outcome.events.filter(({ kind }) => kind === "message")).toEqual([]);
});

function declarePairWithOptions(region: string, more: Parameters<typeof thing>[2]) {
  return async (register: Register) => {
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

type Register = Parameters<ReturnType<typeof pair>>[0];

/** Two resources that are replaced if their region changes. */
function registerRoots(register: Register, region: string) {
  return Promise.all([register(thing("one", { region })), register(thing("two", { region }))]);
}

/** Makes the comparison of the resource `slow` take a second. */
function delaySlowDiff(world: World): void {
  const { diff } = world.provider;
  world.provider.diff = async (id, olds, news) => {
    if (news.name === "slow") await world.clock.sleep(1000);
    return diff?.(id, olds, news);
  };
}
