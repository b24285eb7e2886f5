import type { InProcessOptions, ProgramFunction } from "../../../src/engine";
import { errorsOf, programWith, stepsOf, thing, type, urnOf, World } from "../world";

/** A program with a chain: the user depends on the base, the guest on the user. `other` is independent. */
function chain(label: string, names = ["base", "user", "guest", "other"]): ProgramFunction {
  return async (register) => {
    let below: string[] = [];
    for (const name of ["base", "user", "guest"].filter((known) => names.includes(known))) {
      below = [(await register(thing(name, { label }, { dependencies: below }))).urn];
    }
    if (names.includes("other")) await register(thing("other", { label }));
    return { label };
  };
}

const worldWithChain = async (): Promise<World> => {
  const world = new World();
  await world.up(chain("old"));
  return world;
};

const labelsOf = (world: World) =>
  Object.fromEntries(
    ["base", "user", "guest", "other"].map((name) => [name, world.state(name)?.inputs.label]),
  );

const warningsOf = ({ events }: Awaited<ReturnType<World["run"]>>) =>
  events.flatMap((event) =>
    event.kind === "message" && event.severity === "warning" ? [event.message] : [],
  );

describe("up with targets", () => {
  it("changes only the targets", async () => {
    const world = await worldWithChain();
    const before = world.state("base");
    await world.up(chain("new"), { targets: [urnOf("user")] });
    expect(world.calls).toEqual(["update 2"]);
    expect(world.state("base")).toEqual(before);
    expect(world.names()).toEqual(["base", "user", "guest", "other"]);
    const after = await world.up(chain("new"));
    expect(stepsOf(after)).toEqual(["update base", "same user", "update guest", "update other"]);
  });

  it("deletes replaced targets in the order of their old dependencies", async () => {
    const world = new World();
    await world.up(async (register) => {
      const base = await register(thing("base"));
      const user = await register(thing("user", {}, { dependencies: [base.urn] }));
      await register(thing("other", {}, { dependencies: [user.urn] }));
      return {};
    });
    const turned: ProgramFunction = async (register) => {
      await register(thing("other"));
      const base = await register(thing("base", { region: "south" }));
      await register(thing("user", { region: "south" }, { dependencies: [base.urn] }));
      return {};
    };
    world.onDelete = (id) => world.clock.sleep(id === "2" ? 1000 : 1);
    const deleted: string[] = [];
    world.provider.delete = async (id) => {
      await world.onDelete(id);
      deleted.push(id);
    };
    const outcome = await world.up(turned, { targets: [urnOf("base"), urnOf("user")] });
    expect(outcome.result).toBe("succeeded");
    expect(deleted).toEqual(["2", "1"]);
  });

  it("registers an excluded former dependent while its target is in progress", async () => {
    const world = new World();
    world.deleteFirst = true;
    await world.up(chain("old", ["base", "user"]));
    world.onCreate = () => world.clock.sleep(1000);
    const outcome = await world.up(
      async (register) => {
        await Promise.all([register(thing("base", { region: "south" })), register(thing("user"))]);
        return {};
      },
      { targets: [urnOf("base")] },
    );
    expect(outcome.result).toBe("succeeded");
    expect(world.names()).toEqual(["base", "user"]);
    expect(world.state("user")?.dependencies).toEqual([urnOf("base")]);
  });

  it("allows a dependency to be reversed", async () => {
    const world = new World();
    await world.up(chain("old", ["base", "user", "other"]));
    const outcome = await world.up(
      async (register) => {
        const user = await register(thing("user", { region: "south" }));
        await register(thing("other"));
        await register(thing("base", {}, { dependencies: [user.urn] }));
        return {};
      },
      { targets: [urnOf("user")], targetDependents: true },
    );
    expect(outcome.engineError).toBeUndefined();
    expect(outcome.result).toBe("succeeded");
    expect(world.names()).toEqual(["user", "other", "base"]);
  });

  it("shares the provider with excluded resources", async () => {
    const world = new World();
    await world.up(chain("old", ["other"]));
    const outcome = await world.up(
      async (register) => {
        await register(thing("other", {}, { custom: false }));
        await register(thing("new"));
        return {};
      },
      { targets: [urnOf("new")] },
    );
    expect(outcome.result).toBe("succeeded");
    expect(world.names().sort()).toEqual(["new", "other"]);
    expect((await world.run("destroy")).result).toBe("succeeded");
    expect(world.things.size).toBe(0);
  });

  it("rejects targets in a dependency cycle with an excluded resource", async () => {
    const world = await worldWithChain();
    const outcome = await world.up(
      async (register) => {
        const user = await register(thing("user"));
        await register(thing("base", { label: "new" }, { dependencies: [user.urn] }));
        return {};
      },
      { targets: [urnOf("base")] },
    );
    expect(outcome.result).toBe("failed");
    expect(outcome.engineError).toBeUndefined();
    expect(errorsOf(outcome).join()).toContain(
      `It depends on ${urnOf("user")}, which is not part of this run`,
    );
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["base", "user", "guest", "other"]);
  });

  it("supports * for anything but a colon and ** for anything", async () => {
    for (const [pattern, changed] of [
      ["urn:pulumi:dev::project::**::*u*", ["user", "guest"]],
      ["urn:pulumi:*::*::*::base", []],
      ["**er", ["user", "other"]],
    ] as const) {
      const world = await worldWithChain();
      await world.up(chain("new"), { targets: [pattern] });
      const expected = ["base", "user", "guest", "other"].map((name) => [
        name,
        [...changed].some((one) => one === name) ? "new" : "old",
      ]);
      expect(labelsOf(world)).toEqual(Object.fromEntries(expected));
    }
  });

  it("warns of wildcards that match no resource", async () => {
    const world = await worldWithChain();
    const matching = ["**::new", "**::user"];
    for (const [operation, option, name] of [
      ["up", "targets", "--target"],
      ["preview", "replace", "--replace"],
      ["refresh", "excludes", "--exclude"],
      ["destroy", "targets", "--target"],
    ] as const) {
      const program = programWith(thing("new"), thing("user"));
      const outcome = await world.run(operation, program, { [option]: ["**::typo", "**::user"] });
      expect(warningsOf(outcome)).toEqual([expect.stringContaining(`${name} **::typo matches no resource`)]);
    }
    const created = await world.run("preview", programWith(thing("new"), thing("user")), {
      targets: matching,
    });
    expect(warningsOf(created)).toEqual([]);
  });

  it("includes dependents with targetDependents", async () => {
    const world = await worldWithChain();
    await world.up(chain("new"), { targets: [urnOf("user")], targetDependents: true });
    expect(labelsOf(world)).toEqual({ base: "old", user: "new", guest: "new", other: "old" });
  });

  it("rejects a target that needs a resource that does not exist yet", async () => {
    const world = new World();
    for (const operation of ["up", "preview"] as const) {
      const outcome = await world.run(operation, chain("new"), { targets: [urnOf("user")] });
      expect(errorsOf(outcome).join()).toContain(`depends on ${urnOf("base")}`);
      expect(world.calls).toEqual([]);
    }
  });

  it("excludes new resources, their children and their components' outputs", async () => {
    const world = await worldWithChain();
    const outcome = await world.up(
      async (register, tools) => {
        const group = await register({ type: "my:comp:Comp", name: "group", custom: false });
        const child = await register(thing("child", {}, { parent: group.urn }));
        await tools.registerOutputs(group.urn, { child: child.outputs.address ?? null });
        return chain("new")(register, tools);
      },
      { targets: [urnOf("other")] },
    );
    expect(errorsOf(outcome)).toEqual([]);
    expect(world.calls).toEqual(["update 4"]);
    expect(world.names()).toEqual(["base", "user", "guest", "other"]);
  });

  it("deletes only targets that the program no longer declares", async () => {
    const world = await worldWithChain();
    await world.up(chain("old", ["base", "user"]), { targets: [urnOf("other")] });
    expect(world.calls).toEqual(["delete 4"]);
    expect(world.names()).toEqual(["base", "user", "guest"]);
  });

  it("does not delete targets that remaining resources need", async () => {
    const world = await worldWithChain();
    const refused = await world.up(chain("old", []), { targets: [urnOf("base")] });
    expect(errorsOf(refused)).toHaveLength(2);
    expect(errorsOf(refused).join()).toContain("--target-dependents");
    expect(world.calls).toEqual([]);
    await world.up(chain("old", []), { targets: [urnOf("base")], targetDependents: true });
    expect(world.calls).toEqual(["delete 3", "delete 2", "delete 1"]);
    expect(world.names()).toEqual(["other"]);
  });

  it("rejects targets that neither the stack nor the program has before deleting anything", async () => {
    const world = await worldWithChain();
    const outcome = await world.up(chain("old", []), { targets: [urnOf("nobody"), urnOf("other")] });
    expect(errorsOf(outcome).join()).toContain(urnOf("nobody"));
    expect(world.calls).toEqual([]);
    const accepted = await world.up(
      async (register) => {
        await register(thing("fresh"));
        return {};
      },
      { targets: [urnOf("fresh")] },
    );
    expect(errorsOf(accepted)).toEqual([]);
    expect(world.calls).toEqual(["create fresh as 5"]);
  });

  it("keeps the state valid when a target now depends on its former dependent", async () => {
    for (const label of ["new", "old"]) {
      const world = await worldWithChain();
      const outcome = await world.up(
        async (register) => {
          await register(thing("user", { label: "new" }));
          const fresh = await register(thing("fresh"));
          await register(
            thing(
              "base",
              { label, region: label === "new" ? "south" : "north" },
              { dependencies: [fresh.urn] },
            ),
          );
          return {};
        },
        { targets: [urnOf("base"), urnOf("fresh")] },
      );
      expect(outcome.engineError).toBeUndefined();
      expect(world.state("user")?.dependencies).toEqual([urnOf("base")]);
      expect(world.state("base")?.dependencies).toEqual([urnOf("fresh")]);
      expect(world.state("base")?.inputs.label).toBe(label);
    }
  });

  it("replaces targets that remaining resources need", async () => {
    const world = await worldWithChain();
    const outcome = await world.up(chain("new"), { targets: [urnOf("user")], replace: [urnOf("user")] });
    expect(world.calls).toEqual(["create user as 5", "delete 2"]);
    expect(stepsOf(outcome)).toContain("deleteReplaced user");
    expect(world.names()).toEqual(["base", "user", "guest", "other"]);
  });

  it("replaces targets whose former dependent was registered before", async () => {
    const world = await worldWithChain();
    await world.up(
      async (register) => {
        for (const name of ["base", "guest", "other", "user"]) await register(thing(name, { label: "old" }));
        return {};
      },
      { targets: [urnOf("user")], replace: [urnOf("user")] },
    );
    expect(world.calls).toEqual(["create user as 5", "delete 2"]);
    expect([...world.names()].sort()).toEqual(["base", "guest", "other", "user"]);
  });

  it("leaves an untargeted resource under its former URN despite its aliases", async () => {
    const world = await worldWithChain();
    await world.up(
      async (register) => {
        const base = await register(
          thing("renamed", { name: "base", label: "new" }, { aliases: [{ urn: urnOf("base") }] }),
        );
        await register(thing("user", { label: "new" }, { dependencies: [base.urn] }));
        return {};
      },
      { targets: [urnOf("user")] },
    );
    expect(world.calls).toEqual(["update 2"]);
    expect(world.state("user")?.dependencies).toEqual([urnOf("base")]);
    expect(world.names()).toEqual(["base", "user", "guest", "other"]);
  });
});

describe("exclusions", () => {
  it("skips excluded resources, and their dependents with excludeDependents", async () => {
    const world = await worldWithChain();
    await world.up(chain("new"), { excludes: [urnOf("user")] });
    expect(labelsOf(world)).toEqual({ base: "new", user: "old", guest: "new", other: "new" });
    await world.up(chain("newer"), { excludes: ["**::user"], excludeDependents: true });
    expect(labelsOf(world)).toEqual({ base: "newer", user: "old", guest: "new", other: "newer" });
  });

  const misspelled = {
    "of another stack": urnOf("user").replace(":dev::", ":prod::"),
    "that is only a name": "user",
    "whose $pulumi a shell has replaced": urnOf("user", `my:comp:Group-nodejs:dynamic/test:Thing`),
  };

  it.each(Object.entries(misspelled))("refuses an exclusion %s before the program runs", async (_, urn) => {
    const world = await worldWithChain();
    for (const operation of ["preview", "up"] as const) {
      const outcome = await world.run(operation, chain("new"), { excludes: [urn] });
      expect(outcome.result).toBe("failed");
      expect(errorsOf(outcome).join()).toMatch(/^--exclude names .* not in the stack\. Nothing was done\. /);
      expect(stepsOf(outcome)).toEqual([]);
    }
  });

  it("refuses an exclusion that the program does not have either, before anything is deleted", async () => {
    const world = await worldWithChain();
    const excludes = [urnOf("usher")];
    const preview = await world.run("preview", chain("new"), { excludes });
    const up = await world.up(chain("old"), { excludes, replace: [urnOf("user")] });
    for (const outcome of [preview, up]) {
      expect(outcome.result).toBe("failed");
      expect(errorsOf(outcome).join()).toMatch(/^--exclude names .*usher, .* Nothing was deleted\. /);
    }
    expect(world.calls).toEqual(["create user as 5"]);
    expect([...world.things.keys()]).toContain("2");
  });

  it.each([
    ["named", urnOf("fresh")],
    ["in a component", urnOf("fresh", `my:comp:Group$${type}`)],
    ["of a package with a similar name", urnOf("fresh", "acme-nodejs:dynamic/x:Thing")],
  ])("excludes a new resource %s", async (_, urn) => {
    const world = await worldWithChain();
    const outcome = await world.up(
      async (register, tools) => {
        await chain("old")(register, tools);
        const group = await register({ type: "my:comp:Group", name: "group", custom: false });
        const types = urn.includes("acme") ? { type: "acme-nodejs:dynamic/x:Thing", custom: false } : {};
        await register(thing("fresh", {}, { ...types, ...(urn.includes("$") && { parent: group.urn }) }));
        return {};
      },
      { excludes: [urn] },
    );
    expect(outcome.result).toBe("succeeded");
    expect(world.calls).toEqual([]);
    expect(world.names()).toEqual(["base", "user", "guest", "other", "group"]);
  });

  it("keeps the dependencies of an excluded resource", async () => {
    const world = await worldWithChain();
    await world.run("destroy", undefined, { excludes: [urnOf("user")] });
    expect(world.calls.sort()).toEqual(["delete 3", "delete 4"]);
    expect(world.names()).toEqual(["base", "user"]);
    expect(world.store.snapshot.resources[0]?.type).toBe("pulumi:pulumi:Stack");
  });
});

describe("a dependent that would have to be deleted before a replacement", () => {
  /** `second` is replaced with `first`, and `third` with `second`. `second` also depends on `other`. */
  const three = (region: string): ProgramFunction => {
    return async (register, { output }) => {
      const first = await register(thing("first", { region }));
      const other = await register(thing("other"));
      const second = await register(
        thing(
          "second",
          { peer: output(first, "address") },
          { propertyDependencies: { peer: [first.urn] }, dependencies: [other.urn] },
        ),
      );
      const peer = output(second, "address");
      await register(thing("third", { peer }, { propertyDependencies: { peer: [second.urn] } }));
      return {};
    };
  };
  const deletingFirst = async (): Promise<World> => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(three("north"));
    return world;
  };

  it.each([
    { excludes: [urnOf("second")] },
    { excludes: ["**::second"], excludeDependents: true },
    { excludes: [urnOf("other")], excludeDependents: true },
    { targets: [urnOf("first")] },
  ])("is neither deleted nor created if the run leaves it out (%j)", async (options) => {
    const world = await deletingFirst();
    const before = world.store.snapshot;
    for (const operation of ["preview", "up"] as const) {
      const outcome = await world.run(operation, three("south"), options);
      expect(outcome.result).toBe("failed");
      expect(errorsOf(outcome).join()).toMatch(
        /cannot be replaced: urn:\S+::second depends on it.* not part of this run\. Nothing was done\. Include /,
      );
      expect(world.calls).toEqual([]);
    }
    expect(world.store.snapshot.resources).toEqual(before.resources);
  });

  it("is named if it depends on another one", async () => {
    const world = await deletingFirst();
    const outcome = await world.up(three("south"), { excludes: [urnOf("third")] });
    expect(errorsOf(outcome).join()).toContain(`${urnOf("third")} depends on it`);
    expect(world.calls).toEqual([]);
  });

  it.each([
    { targets: [urnOf("first"), urnOf("second"), urnOf("third")] },
    { targets: [urnOf("first")], targetDependents: true },
    { excludes: [urnOf("other")] },
  ])("is replaced if the run includes it (%j)", async (options) => {
    const world = await deletingFirst();
    const outcome = await world.up(three("south"), options);
    expect(outcome.result).toBe("succeeded");
    expect(world.calls.slice(0, 3)).toEqual(["delete 4", "delete 3", "delete 1"]);
    expect([...world.names()].sort()).toEqual(["first", "other", "second", "third"]);
  });

  it.each([
    { needed: "other", options: { targets: [urnOf("first")], targetDependents: true } },
    { needed: "late", options: { excludes: [urnOf("late")], excludeDependents: true } },
  ])("is created again although it now depends on $needed only", async ({ needed, options }) => {
    const world = await deletingFirst();
    const turned: ProgramFunction = async (register) => {
      await register(thing("first", { region: "south" }));
      const urns: Record<string, string> = {};
      for (const name of ["other", "late"]) urns[name] = (await register(thing(name))).urn;
      const dependencies = [urns[needed] ?? ""];
      for (const name of ["second", "third"]) await register(thing(name, {}, { dependencies }));
      return {};
    };
    await world.up(async (register, tools) => {
      await three("north")(register, tools);
      await register(thing("late"));
      return {};
    });
    const outcome = await world.up(turned, options);
    expect(outcome.result).toBe("succeeded");
    expect(world.calls.slice(0, 3)).toEqual(["delete 4", "delete 3", "delete 1"]);
    expect([...world.names()].sort()).toEqual(["first", "late", "other", "second", "third"]);
    expect(world.things.size).toBe(5);
  });
});

describe("refresh and destroy with targets", () => {
  it("reads only the targets", async () => {
    const world = await worldWithChain();
    for (const id of ["1", "2", "3"]) world.things.set(id, { ...world.things.get(id), label: "outside" });
    const labels = () => ["base", "user", "guest"].map((name) => world.state(name)?.outputs.label);
    await world.run("refresh", undefined, { targets: [urnOf("user")] });
    expect(labels()).toEqual(["old", "outside", "old"]);
    await world.run("refresh", undefined, { targets: [urnOf("user")], targetDependents: true });
    expect(labels()).toEqual(["old", "outside", "outside"]);
    await world.run("refresh", undefined, { excludes: [urnOf("user")] });
    expect(labels()).toEqual(["outside", "outside", "outside"]);
  });

  it("deletes targets, rejects those that others need, and keeps the stack's outputs", async () => {
    const world = await worldWithChain();
    const refused = await world.run("destroy", undefined, { targets: [urnOf("user")] });
    expect(refused.result).toBe("failed");
    expect(errorsOf(refused).join()).toContain("not a target itself");
    expect(world.calls).toEqual([]);
    const outcome = await world.run("destroy", undefined, {
      targets: [urnOf("user")],
      targetDependents: true,
    });
    expect(world.calls).toEqual(["delete 3", "delete 2"]);
    expect(world.names()).toEqual(["base", "other"]);
    expect(outcome.outputs).toEqual({ label: "old" });
  });

  it("does nothing if a target or an exclusion is not in the stack", async () => {
    for (const options of [
      { targets: [urnOf("nobody"), urnOf("other")] },
      { excludes: [urnOf("nobody")] },
    ] satisfies Partial<InProcessOptions>[]) {
      const world = await worldWithChain();
      const outcome = await world.run("destroy", undefined, options);
      expect(errorsOf(outcome).join()).toContain("which is not in the stack");
      expect(world.calls).toEqual([]);
    }
  });
});

describe("--replace", () => {
  it("replaces the named resource, changed or not, with its inputs checked again", async () => {
    const world = await worldWithChain();
    const olds: string[] = [];
    world.onCheck = async (old, news) => {
      olds.push(`${news.name}: ${Object.keys(old).length > 0}`);
      return { inputs: news };
    };
    const outcome = await world.up(chain("old"), { replace: [urnOf("other")] });
    expect(stepsOf(outcome).slice(-2)).toEqual(["createReplacement other", "deleteReplaced other"]);
    expect(world.calls).toEqual(["create other as 5", "delete 4"]);
    expect(olds).toEqual(["base: true", "user: true", "guest: true", "other: false"]);
  });

  it("supports patterns and rejects URNs that the stack does not have", async () => {
    const world = await worldWithChain();
    await world.up(chain("old"), { replace: [`urn:pulumi:dev::project::${type}::*st`] });
    expect(world.calls).toEqual(["create guest as 5", "delete 3"]);
    const refused = await world.up(chain("old"), { replace: [urnOf("nobody")] });
    expect(errorsOf(refused).join()).toContain("--replace names");
    expect(world.calls).toEqual([]);
  });
});

describe("--replace of a resource without an object", () => {
  const program = programWith(
    { type: "a:b:Site", name: "site", custom: false },
    { type: "pulumi:providers:pulumi-nodejs", name: "account" },
    thing("web"),
  );

  it.each([
    ["component", urnOf("site", "a:b:Site")],
    ["provider", urnOf("account", "pulumi:providers:pulumi-nodejs")],
  ])("is refused if it names a %s", async (noun, urn) => {
    const world = new World();
    await world.up(program);
    const outcome = await world.up(program, { replace: [urn, urnOf("web")] });
    expect(outcome.result).toBe("failed");
    expect(errorsOf(outcome).join()).toMatch(
      new RegExp(`--replace names ${urn}, which is a ${noun}\\. .* Nothing was done\\.`),
    );
    expect(world.calls).toEqual([]);
    expect((await world.up(program, { replace: ["**"] })).result).toBe("succeeded");
    expect(world.calls).toEqual(["create web as 2", "delete 1"]);
  });
});

describe("--refresh", () => {
  it("reads everything before the program runs, so that one run corrects drift", async () => {
    const world = await worldWithChain();
    world.things.set("4", { ...world.things.get("4"), label: "outside" });
    expect(stepsOf(await world.up(chain("old")))).not.toContain("update other");
    const outcome = await world.up(chain("old"), { refreshFirst: true });
    expect(stepsOf(outcome)).toContain("refresh other");
    expect(outcome.counts).toMatchObject({ updated: 1, unchanged: 3 });
    expect(world.calls).toEqual(["update 4"]);
  });

  it("changes nothing in a preview and shows the steps of `up`", async () => {
    const world = await worldWithChain();
    world.things.delete("4");
    const { writes } = world.store;
    const outcome = await world.run("preview", chain("old"), { refreshFirst: true });
    expect(stepsOf(outcome)).toContain("create other");
    expect(world.store.writes).toBe(writes);
    expect(world.names()).toContain("other");
  });
});
