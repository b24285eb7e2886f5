import type { ProgramFunction } from "../../../src/engine";
import { programWith, thing, type, urnOf, World } from "../world";

/** Registers resources by name, each with the names of those that it depends on. */
const withDependencies =
  (dependencies: Readonly<Record<string, readonly string[]>>): ProgramFunction =>
  async (register) => {
    for (const [name, needed] of Object.entries(dependencies)) {
      await register(thing(name, {}, { dependencies: needed.map((other) => urnOf(other)) }));
    }
    return {};
  };

const ids = (world: World) => [...world.things.keys()];

it("does not include a new dependent of a former dependent of a target, refreshed or not", async () => {
  for (const refreshFirst of [false, true]) {
    const world = new World();
    await world.up(withDependencies({ base: [], user: ["base"] }));
    const next = withDependencies({ base: [], user: [], fresh: ["user"] });
    const targets = { targets: [urnOf("base")], targetDependents: true };
    const outcome = await world.up(next, { ...targets, refreshFirst });
    expect(outcome.result).toBe("succeeded");
    expect(world.calls).toEqual([]);
    expect(ids(world)).toEqual(["1", "2"]);
  }
});

it("keeps the original of a replaced resource until the excluded resource that uses it is updated", async () => {
  const world = new World();
  const users =
    (region: string): ProgramFunction =>
    async (register) => {
      const { urn, id } = await register(thing("base", { region }));
      await register(thing("user", { base: id }, { propertyDependencies: { base: [urn] } }));
      return {};
    };
  await world.up(users("north"));
  const outcome = await world.up(users("south"), { excludes: [urnOf("user")] });
  expect(outcome.result).toBe("succeeded");
  expect(world.calls).toEqual(["create base as 3"]);
  expect(world.things.get("2")?.base).toBe("1");
  expect(ids(world)).toEqual(["1", "2", "3"]);
  expect(world.names()).toEqual(["base", "user", "base (delete)"]);
  await world.up(users("south"));
  expect(world.calls).toEqual(["update 2", "delete 1"]);
  expect(world.things.get("2")?.base).toBe("3");
  expect(world.names()).toEqual(["base", "user"]);
});

it("keeps what a removed dependency of an excluded resource depends on", async () => {
  const world = new World();
  await world.up(withDependencies({ base: [], middle: ["base"], user: ["middle"], other: [] }));
  await world.up(withDependencies({ user: [] }), { excludes: [urnOf("user")] });
  expect(world.calls).toEqual(["delete 4"]);
  expect(world.names().sort()).toEqual(["base", "middle", "user"]);
});

it("deletes the former dependents of a target that has another URN now", async () => {
  const world = new World();
  await world.up(withDependencies({ base: [], user: ["base"], other: [] }));
  const renamed = programWith(thing("root", { name: "base" }, { aliases: [{ urn: urnOf("base") }] }));
  await world.up(renamed, { targets: [urnOf("base"), urnOf("root")], targetDependents: true });
  expect(world.calls).toEqual(["delete 2"]);
  expect(world.names().sort()).toEqual(["other", "root"]);
});

it.each([
  ["includes", { targets: [urnOf("base")], targetDependents: true }, ["update 1", "update 2"]],
  ["excludes", { excludes: [urnOf("base")], excludeDependents: true }, []],
])("%s the resources of an explicit provider that depends on a named resource", async (_, options, calls) => {
  const world = new World();
  const program =
    (label: string): ProgramFunction =>
    async (register) => {
      const base = await register(thing("base", { label }));
      const account = { type: "pulumi:providers:pulumi-nodejs", name: "account", dependencies: [base.urn] };
      const { urn, id } = await register(account);
      await register(thing("user", { label }, { provider: `${urn}::${id}` }));
      return {};
    };
  await world.up(program("old"));
  await world.up(program("new"), options);
  expect(world.calls).toEqual(calls);
  const label = calls.length > 0 ? "new" : "old";
  expect([...world.things.values()]).toEqual([
    expect.objectContaining({ label }),
    expect.objectContaining({ label }),
  ]);
});

it("carries over no resource that the program registers while its dependencies are in progress", async () => {
  const world = new World();
  await world.up(
    withDependencies({ base: [], second: [], user: ["base", "second"], guest: ["user"], other: [] }),
  );
  const durations = new Map([
    ["1", 500],
    ["2", 1000],
    ["3", 5000],
  ]);
  world.onUpdate = (id) => world.clock.sleep(durations.get(id) ?? 0);
  const outcome = await world.up(
    async (register) => {
      const changed = { label: "new" };
      await Promise.all([
        register(thing("guest")),
        register(thing("second", changed)),
        register(thing("base", changed)).then(({ urn }) =>
          register(thing("user", changed, { dependencies: [urn] })),
        ),
      ]);
      await register(thing("fresh"));
      return {};
    },
    { targets: ["base", "second", "user", "fresh"].map((name) => urnOf(name)) },
  );
  expect(outcome.engineError).toBeUndefined();
  expect(outcome.result).toBe("succeeded");
  expect(world.calls).toEqual(["update 1", "update 2", "update 3", "create fresh as 6"]);
  expect(world.names().sort()).toEqual(["base", "fresh", "guest", "other", "second", "user"]);
  expect((await world.run("refresh")).result).toBe("succeeded");
});

it("excludes the dependents of a resource that the program only reads", async () => {
  const world = new World();
  world.things.set("9", {});
  const outcome = await world.up(
    async (register, { read }) => {
      const { urn } = await read({ type, name: "read", id: "9", inputs: thing("read").inputs ?? {} });
      await register(thing("user", {}, { dependencies: [urn] }));
      await register(thing("other"));
      return {};
    },
    { excludes: [urnOf("read")], excludeDependents: true },
  );
  expect(outcome.result).toBe("succeeded");
  expect(world.calls).toEqual(["create other as 1"]);
  expect(world.names()).toEqual(["read", "other"]);
});

it("keeps a removed resource that depends on a target and is not one itself", async () => {
  const world = new World();
  await world.up(withDependencies({ base: [], user: ["base"] }));
  const outcome = await world.up(programWith(thing("base", { label: "new" })), { targets: [urnOf("base")] });
  expect(outcome.result).toBe("succeeded");
  expect(world.calls).toEqual(["update 1"]);
  expect(world.names()).toEqual(["base", "user"]);
});
