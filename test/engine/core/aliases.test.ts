import {
  type Alias,
  type JsonMap,
  MemoryStore,
  type ProgramFunction,
  type RegistrationArgs,
} from "../../../src/engine";
import { programWith, stepsOf, thing, type, urnOf, World } from "../world";

const spec = (more: Partial<Exclude<Alias, { urn: string }>>): Alias => ({
  name: "",
  type: "",
  stack: "",
  project: "",
  parent: "",
  noParent: false,
  ...more,
});

const component = (name: string, more: Partial<RegistrationArgs> = {}): RegistrationArgs => ({
  type: "my:comp:Comp",
  name,
  custom: false,
  ...more,
});

/** A program with a resource in a component in a component. */
const nested =
  (outer: RegistrationArgs): ProgramFunction =>
  async (register) => {
    const top = await register(outer);
    const middle = await register(component("middle", { type: "my:comp:Inner", parent: top.urn }));
    await register(thing(`${outer.name}-disk`, { name: "disk" }, { parent: top.urn }));
    await register(thing("deep", {}, { parent: middle.urn }));
    return {};
  };

it("finds a resource under the name of another stack or project", async () => {
  for (const former of [{ stack: "old" }, { project: "old" }]) {
    const world = new World();
    await world.up(programWith(thing("a")));
    const formerUrn = urnOf("a").replace("stack" in former ? ":dev::" : ":project::", ":old::");
    const { resources, ...others } = world.store.snapshot;
    const renamed = resources.map((state) =>
      state.urn === urnOf("a") ? { ...state, urn: formerUrn } : state,
    );
    world.store = new MemoryStore({ snapshot: { ...others, resources: renamed } });
    expect(stepsOf(await world.up(programWith(thing("a", {}, { aliases: [spec(former)] }))))).toEqual([
      "same a",
    ]);
  }
});

it("gives the children of an aliased component their former URNs at any depth", async () => {
  const world = new World();
  await world.up(nested(component("web")));
  const retyped = component("web", { type: "my:comp:New", aliases: [spec({ type: "my:comp:Comp" })] });
  expect(stepsOf(await world.up(nested(retyped)))).toEqual([
    "same web",
    "same middle",
    "same web-disk",
    "same deep",
  ]);
  expect(world.calls).toEqual([]);
  expect(world.state("deep")?.urn).toBe(urnOf("deep", `my:comp:New$my:comp:Inner$${type}`));
});

it("derives the former name of a child that is named after its parent", async () => {
  const world = new World();
  await world.up(nested(component("web")));
  await world.up(nested(component("site", { aliases: [spec({ name: "web" })] })));
  expect(world.calls).toEqual([]);
  expect(world.names()).toEqual(["site", "middle", "site-disk", "deep"]);
});

it("resolves the parent in an alias to the parent's former URN", async () => {
  const world = new World();
  await world.up(async (register) => {
    const top = await register(component("old"));
    await register(thing("a", {}, { parent: top.urn }));
    return {};
  });
  await world.up(async (register) => {
    const top = await register(
      component("new", { type: "my:comp:New", aliases: [spec({ type: "my:comp:Comp", name: "old" })] }),
    );
    await register(thing("a", {}, { aliases: [spec({ parent: top.urn })] }));
    return {};
  });
  expect(world.calls).toEqual([]);
  expect(world.state("a")?.urn).toBe(urnOf("a"));
});

it("treats an alias without a parent as a child of the stack", async () => {
  const world = new World();
  await world.up(async (register) => {
    await register(thing("old", { name: "same" }));
    return {};
  });
  await world.up(async (register) => {
    const top = await register(component("group"));
    await register(
      thing("new", { name: "same" }, { parent: top.urn, aliases: [spec({ name: "old", noParent: true })] }),
    );
    return {};
  });
  expect(world.calls).toEqual([]);
  expect(world.state("new")?.urn).toBe(urnOf("new", `my:comp:Comp$${type}`));
});

it.each([
  ["updated", { size: 2 }, false, ["update 1"]],
  ["replaced", { region: "west" }, false, ["create new as 3", "delete 1"]],
  ["replaced by a delete first", { region: "west" }, true, ["delete 1", "create new as 3"]],
])(
  "keeps every written state valid while a renamed resource with dependents is %s",
  async (_, change, deletesFirst, calls) => {
    const world = new World();
    world.deleteFirst = deletesFirst;
    const program =
      (name: string, more: JsonMap, options: Partial<RegistrationArgs> = {}): ProgramFunction =>
      async (register) => {
        const first = await register(
          thing("first", { name, size: 1, region: "east", ...more }, { ...options, name }),
        );
        await register(thing("second", { name: "second" }, { dependencies: [first.urn] }));
        return {};
      };
    await world.up(program("old", {}));
    const outcome = await world.up(program("new", change, { aliases: [spec({ name: "old" })] }));
    expect(outcome.result).toBe("succeeded");
    expect(world.calls).toEqual(calls);
    expect(world.names()).toEqual(["new", "second"]);
    expect(world.state("second")?.dependencies).toEqual([urnOf("new")]);
  },
);
