import type { Alias, ProgramFunction, RegistrationArgs } from "../../../src/engine";
import { MemoryStore } from "../../../src/engine";
import { Secret } from "../../../src/state";
import { errorsOf, oneThing, programWith, stepOf, stepsOf, thing, type, urnOf, World } from "../world";

const component = (name: string, more: Partial<RegistrationArgs> = {}): RegistrationArgs => ({
  type: "my:comp:Comp",
  name,
  custom: false,
  ...more,
});

describe("components", () => {
  const program: ProgramFunction = async (register, { registerOutputs }) => {
    const parent = await register(component("group"));
    const child = await register(thing("a", {}, { parent: parent.urn }));
    await registerOutputs(parent.urn, { address: child.outputs.address ?? null });
    return { registered: parent.outputs };
  };

  it("appear in the type chain of their children and keep their registered outputs", async () => {
    const world = new World();
    await world.up(program);
    expect(world.state("a")?.urn).toBe(urnOf("a", `my:comp:Comp$${type}`));
    expect(world.state("a")?.parent).toBe(urnOf("group", "my:comp:Comp"));
    expect(world.state("group")?.parent).toBe("urn:pulumi:dev::project::pulumi:pulumi:Stack::project-dev");
    expect(world.state("group")?.outputs).toEqual({ address: "10.0.0.1" });
    const again = await world.up(program);
    expect(stepsOf(again)).toEqual(["same group", "same a"]);
    expect(again.outputs).toEqual({ registered: {} });
  });

  it("pass on protect, retainOnDelete and deletedWith", async () => {
    const world = new World();
    await world.up(async (register) => {
      const parent = await register(component("group", { protect: true, retainOnDelete: true }));
      await register(thing("a", {}, { parent: parent.urn }));
      await register(thing("b", {}, { parent: parent.urn, protect: false }));
      return {};
    });
    expect(world.state("a")).toMatchObject({ protect: true, retainOnDelete: true });
    expect(world.state("b")).toMatchObject({ protect: false, retainOnDelete: true });
  });

  it("are deleted, while the objects of their children stay with `retainOnDelete`", async () => {
    const world = new World();
    await world.up(async (register) => {
      const parent = await register(component("group", { retainOnDelete: true }));
      await register(thing("a", {}, { parent: parent.urn }));
      return {};
    });
    const { counts } = await world.run("destroy");
    expect(counts).toMatchObject({ deleted: 1, retained: 1 });
  });
});

describe("retainOnDelete and deletedWith", () => {
  it("remove the resource from the state without a call", async () => {
    const world = new World();
    await world.up(oneThing({}, { retainOnDelete: true }));
    await world.up(async () => ({}));
    expect(world.calls).toEqual([]);
    expect(world.things.size).toBe(1);
    expect(world.names()).toEqual([]);
  });

  it("make no call for a resource that is deleted with another", async () => {
    const world = new World();
    await world.up(async (register) => {
      const host = await register(thing("host"));
      await register(thing("guest", {}, { deletedWith: host.urn }));
      return {};
    });
    await world.run("destroy");
    expect(world.calls).toEqual(["delete 1"]);
  });

  it("replace a resource when the one in its deletedWith is replaced", async () => {
    const world = new World();
    const program =
      (region: string): ProgramFunction =>
      async (register) => {
        const host = await register(thing("host", { region }));
        await register(thing("guest", {}, { deletedWith: host.urn, dependencies: [host.urn] }));
        return {};
      };
    await world.up(program("north"));
    const outcome = await world.up(program("south"));
    expect(stepOf(outcome, "createReplacement", "guest")?.replaces).toEqual(["deletedWith"]);
    expect(world.calls).toEqual(["create host as 3", "create guest as 4", "delete 1"]);
  });

  describe("do not omit the call for a resource", () => {
    const guest = thing("guest", {}, { deletedWith: urnOf("host"), dependencies: [urnOf("host")] });

    it("that is deleted with one whose object stays", async () => {
      const retained = programWith(thing("host", {}, { retainOnDelete: true }), guest);
      const onlyRead: ProgramFunction = async (register, { read }) => {
        await read({ type, name: "host", id: "7", inputs: { __provider: "x" } });
        await register(guest);
        return {};
      };
      for (const program of [retained, onlyRead]) {
        const world = new World();
        world.things.set("7", {});
        await world.up(program);
        await world.up(programWith());
        expect(world.calls).toEqual([`delete ${world.nextId - 1}`]);
      }
    });

    it("that is deleted with another one of the same name, of which only a left-over original is deleted", async () => {
      const world = new World();
      const host = (region: string) => thing("host", { region });
      world.onDelete = async () => {
        throw new Error("busy");
      };
      await world.up(programWith(host("north"), guest));
      await world.up(programWith(host("south"), guest));
      expect(world.names()).toEqual(["host", "guest", "host (delete)", "guest (delete)"]);
      world.onDelete = async () => undefined;
      await world.up(programWith(host("south")));
      expect(world.calls.sort()).toEqual(["delete 1", "delete 2", "delete 4"]);
    });

    it("that is left over itself, because it may belong to another left-over original", async () => {
      const world = new World();
      const both = (region: string) => programWith(thing("host", { region }), guest);
      await world.up(both("north"));
      world.onDelete = async () => {
        throw new Error("busy");
      };
      await world.up(both("south"));
      expect(world.names()).toContain("host (delete)");
      const left = world.names().filter((name) => name.endsWith("(delete)")).length;
      world.onDelete = async () => undefined;
      await world.up(both("south"));
      expect(world.calls).toHaveLength(left);
    });
  });
});

describe("ignoreChanges", () => {
  it("restores old values before check, at any depth", async () => {
    const world = new World();
    await world.up(oneThing({ tags: { a: 1, b: 2 }, list: [{ x: 1 }, { x: 2 }] }));
    await world.up(
      oneThing(
        { tags: { a: 9, b: 2 }, list: [{ x: 9 }, { x: 8 }] },
        { ignoreChanges: ["tags.a", "list[*].x"] },
      ),
    );
    expect(world.calls).toEqual([]);
    expect(world.state("a")?.inputs.tags).toEqual({ a: 1, b: 2 });
  });

  it("removes values that did not exist before", async () => {
    const world = new World();
    await world.up(oneThing());
    await world.up(oneThing({ note: "new" }, { ignoreChanges: ["note"] }));
    expect(world.calls).toEqual([]);
    expect(world.state("a")?.inputs.note).toBeUndefined();
  });

  it.each([
    ["requested", {}, { replace: [urnOf("a")] }],
    ["that a change requires", { region: "south" }, {}],
  ])("does not apply to a replacement %s", async (_, changed, flags) => {
    const world = new World();
    await world.up(oneThing({ note: "old" }));
    await world.up(oneThing({ ...changed, note: "new" }, { ignoreChanges: ["note"] }), flags);
    expect(world.calls).toEqual(["create a as 2", "delete 1"]);
    expect(world.things.get("2")).toMatchObject({ note: "new" });
    expect(world.state("a")?.inputs.note).toBe("new");
  });
});

describe("ignoreChanges in a list that grows or shrinks", () => {
  const pairOf = (x: number, y: number) => ({ x, y });
  const before = [pairOf(1, 1), pairOf(2, 2)];
  const longer = [pairOf(5, 6), pairOf(7, 8), pairOf(9, 9)];
  it.each([
    ["l[*].x", longer, [pairOf(1, 6), pairOf(2, 8), pairOf(9, 9)]],
    ["l[0].x", longer, [pairOf(1, 6), pairOf(7, 8), pairOf(9, 9)]],
    ["l[1]", longer, [pairOf(5, 6), pairOf(2, 2), pairOf(9, 9)]],
    ["l[2]", longer, longer],
    ["l[*]", longer, [...before, pairOf(9, 9)]],
    ["l", longer, before],
    ["l[*].x", [pairOf(5, 6)], [pairOf(1, 6)]],
    ["l[1]", [pairOf(5, 6)], [pairOf(5, 6)]],
    ["l[*]", [], []],
  ])("applies to elements that exist in both lists: %s of %j", async (path, after, kept) => {
    const world = new World();
    await world.up(oneThing({ l: before }));
    await world.up(oneThing({ l: after }, { ignoreChanges: [path] }));
    expect(world.state("a")?.inputs.l).toEqual(kept);
  });
});

describe("replaceOnChanges of a provider without a diff", () => {
  const inputs = { o: { p: 1, q: 1 }, l: [1], hidden: new Secret("x") };
  const replacesBy = async (path: string, changed: Parameters<typeof thing>[1]) => {
    const world = new World();
    delete world.provider.diff;
    await world.up(oneThing(inputs));
    const outcome = await world.up(oneThing({ ...inputs, ...changed }, { replaceOnChanges: [path] }));
    const updated = stepsOf(outcome).includes("update a");
    return updated ? "updated" : stepOf(outcome, "createReplacement", "a")?.replaces;
  };

  it.each([
    ["*", { o: { p: 2, q: 1 } }, ["o"]],
    ["o", { o: { p: 2, q: 1 } }, ["o"]],
    ["o.p", { o: { p: 2, q: 1 } }, ["o"]],
    ["o.p", { o: { p: 1, q: 2 } }, "updated"],
    ["o.p", { o: { q: 1 } }, ["o"]],
    ["o.*", { o: { p: 1, q: 1, r: 1 } }, ["o"]],
    ["o.p.deeper", { o: { p: 2, q: 1 } }, "updated"],
    ["l[*]", { l: [1, 2] }, ["l"]],
    ["l[0]", { l: [1, 2] }, "updated"],
    ["l[1]", { l: [1, 2] }, ["l"]],
    ["l[0]", { l: [] }, ["l"]],
    ["hidden", { hidden: new Secret("y") }, ["hidden"]],
    ["*", { label: "more" }, ["label"]],
  ])("replaces by %s for %j: %j", async (path, changed, replaces) => {
    expect(await replacesBy(path, changed)).toEqual(replaces);
  });

  it("ignores differences in secret marks", async () => {
    const world = new World();
    delete world.provider.diff;
    await world.up(oneThing(inputs));
    expect(
      stepsOf(await world.up(oneThing({ ...inputs, hidden: "x" }, { replaceOnChanges: ["*"] }))),
    ).toEqual(["same a"]);
  });

  it("applies to dependents of a resource that is deleted first", async () => {
    const world = new World();
    const program =
      (region: string): ProgramFunction =>
      async (register, { output }) => {
        const root = await register(
          thing("root", { region }, { deleteBeforeReplace: true, replaceOnChanges: ["region"] }),
        );
        const peer = { nested: output(root, "address") };
        const more = { propertyDependencies: { peer: [root.urn] }, replaceOnChanges: ["peer"] };
        await register(thing("user", { peer }, more));
        return {};
      };
    delete world.provider.diff;
    await world.up(program("north"));
    await world.up(program("south"));
    expect(world.calls).toEqual(["delete 2", "delete 1", "create root as 3", "create user as 4"]);
  });

  it("has no effect with a provider that has a diff", async () => {
    const world = new World();
    await world.up(oneThing({ label: "old" }));
    await world.up(oneThing({ label: "new" }, { replaceOnChanges: ["*"] }));
    expect(world.calls).toEqual(["update 1"]);
  });
});

describe("aliases", () => {
  it("find the old entry and update every reference to it", async () => {
    const world = new World();
    const program =
      (name: string, aliases: Alias[] = []): ProgramFunction =>
      async (register) => {
        const base = await register(thing(name, { name: "same" }, { aliases }));
        await register(thing("user", {}, { dependencies: [base.urn] }));
        return {};
      };
    await world.up(program("old"));
    const outcome = await world.up(program("new", [{ urn: urnOf("old") }]));
    expect(world.calls).toEqual([]);
    expect(stepsOf(outcome)).toEqual(["same new", "same user"]);
    expect(world.state("user")?.dependencies).toEqual([urnOf("new")]);
    // Every reference is updated, so the state does not contain the old URN.
    expect(world.state("new")?.aliases).toEqual([]);
    expect(world.names()).toEqual(["new", "user"]);
  });

  it("are updated in entries that are not registered yet", async () => {
    const world = new World();
    await world.up(async (register) => {
      const base = await register(thing("old", { name: "same" }));
      await register(thing("user", {}, { dependencies: [base.urn] }));
      return {};
    });
    const outcome = await world.up(async (register) => {
      await register(thing("new", { name: "same" }, { aliases: [{ urn: urnOf("old") }] }));
      throw new Error("the program breaks here");
    });
    expect(outcome.result).toBe("failed");
    expect(world.state("user")?.dependencies).toEqual([urnOf("new")]);
  });

  it("are rejected if the program also declares them", async () => {
    const world = new World();
    await world.up(async (register) => ({ id: (await register(thing("old"))).id }));
    const outcome = await world.up(async (register) => {
      await register(thing("old"));
      await register(thing("new", {}, { aliases: [{ urn: urnOf("old") }] }));
      return {};
    });
    // The resource was already registered under its own URN, so the alias finds nothing.
    expect(errorsOf(outcome).join()).toContain("which this program registers too");
  });
});

describe("Resource.get", () => {
  const program: ProgramFunction = async (_register, { read }) => {
    const found = await read({ type, name: "existing", id: "42", inputs: { __provider: "x" } });
    return { region: found.outputs.region ?? null };
  };

  it("reads a resource that is not managed and never deletes it", async () => {
    const world = new World();
    world.things.set("42", { region: "moon" });
    const outcome = await world.up(program);
    expect(outcome.outputs).toEqual({ region: "moon" });
    expect(world.state("existing")).toMatchObject({ external: true, id: "42" });
    await world.run("destroy");
    expect(world.calls).toEqual([]);
    expect(world.things.has("42")).toBe(true);
  });

  it("warns when nothing is found and continues with the id alone, as the CLI does", async () => {
    const world = new World();
    const outcome = await world.up(program);
    expect(outcome).toMatchObject({ result: "succeeded", outputs: { region: null } });
    expect(world.state("existing")).toMatchObject({ external: true, id: "42" });
    const warnings = outcome.events.filter(({ kind }) => kind === "message");
    expect(warnings).toMatchObject([{ severity: "warning", message: expect.stringContaining('"42"') }]);
  });

  it("stops managing a resource, and manages it again by creating another one", async () => {
    const world = new World();
    await world.up(async (register) => ({ id: (await register(thing("existing"))).id }));
    world.things.set("42", { region: "moon" });
    expect(stepsOf(await world.up(program))).toContain("readReplacement existing");
    expect(world.calls).toEqual(["delete 1"]);
    await world.up(async (register) => ({ id: (await register(thing("existing"))).id }));
    expect(world.calls).toEqual(["create existing as 2"]);
    expect(world.names()).toEqual(["existing"]);
  });
});

describe("StackReference", () => {
  const program: ProgramFunction = async (_register, { read }) => {
    const name = "organization/net/prod";
    const other = await read({ type: "pulumi:pulumi:StackReference", name, id: name, inputs: { name } });
    return { secrets: other.outputs.secretOutputNames ?? null, outputs: other.outputs.outputs ?? null };
  };

  it("lists every output that contains a secret at any depth as secret", async () => {
    const world = new World();
    const outputs = { plain: { list: [1] }, deep: { list: [1, { key: new Secret("k") }] } };
    world.store = new MemoryStore({ otherStacks: new Map([["organization/net/prod", outputs]]) });
    expect((await world.up(program)).outputs.secrets).toEqual(["deep"]);
    const stored = () => world.state("organization/net/prod")?.outputs.outputs;
    const before = stored();
    await world.run("refresh");
    expect(stored()).toEqual(before);
    expect(JSON.stringify(stored())).toBe('{"plain":{"list":[1]},"deep":{"list":[1,{"key":"[secret]"}]}}');
  });

  it("is read again by a refresh and fails if the stack no longer exists", async () => {
    const world = new World();
    const others = new Map([["organization/net/prod", { address: "10.1.1.1" }]]);
    world.store = new MemoryStore({ otherStacks: others });
    await world.up(program);
    others.set("organization/net/prod", { address: "10.2.2.2" });
    const outcome = await world.run("refresh");
    expect(errorsOf(outcome)).toEqual([]);
    expect(world.state("organization/net/prod")?.outputs.outputs).toEqual({ address: "10.2.2.2" });
    others.clear();
    expect(errorsOf(await world.run("refresh")).join()).toContain("is not in this backend");
    expect(errorsOf(await world.up(program)).join()).toContain("`stack ls`");
  });

  it("returns another stack's outputs with their secrets", async () => {
    const world = new World();
    world.store = new MemoryStore({
      otherStacks: new Map([["organization/net/prod", { address: "10.1.1.1", key: new Secret("k") }]]),
    });
    const outcome = await world.up(program);
    expect(outcome.result).toBe("succeeded");
    expect(outcome.outputs.secrets).toEqual(["key"]);
    expect(outcome.outputs.outputs).toMatchObject({ address: "10.1.1.1" });
  });
});
