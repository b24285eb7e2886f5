import { type Alias, MemoryStore, type ProgramFunction, type RegistrationArgs } from "../../../src/engine";
import type { Snapshot } from "../../../src/state";
import { errorsOf, stepsOf, thing, type, urnOf, World } from "../world";

const alias = (more: Partial<Exclude<Alias, { urn: string }>>): Alias => ({
  ...{ name: "", type: "", stack: "", project: "", parent: "", noParent: false },
  ...more,
});
const component = (name: string, kind: string, more: Partial<RegistrationArgs> = {}): RegistrationArgs => ({
  ...{ type: `my:${kind}`, name, custom: false },
  ...more,
});
const providerType = "pulumi:providers:pulumi-nodejs";

/** A component with everything whose URN contains its type, and a resource that refers to all of that. */
const program =
  (group: RegistrationArgs, between: readonly RegistrationArgs[] = [], label = ""): ProgramFunction =>
  async (register) => {
    const parent = (await register(group)).urn;
    for (const other of between) await register(other);
    const moon = await register({ type: providerType, name: "moon", inputs: { zone: "moon" }, parent });
    const provider = `${moon.urn}::${moon.id}`;
    const machine = await register(thing("machine", { label }, { parent, provider }));
    const inner = await register(component("inner", "Inner", { parent }));
    await register(thing("disk", { label }, { parent: machine.urn, provider, deletedWith: machine.urn }));
    await register(thing("deep", { label }, { parent: inner.urn, dependencies: [machine.urn] }));
    const propertyDependencies = { name: [machine.urn] };
    await register(thing("user", { label }, { propertyDependencies, deletedWith: machine.urn }));
    return {};
  };

const before = component("group", "Old");
const after = component("group", "New", { aliases: [alias({ type: "my:Old" })] });
const chained = (...chain: readonly string[]) => [...chain, type].join("$");
const urnsAfter = {
  machine: urnOf("machine", chained("my:New")),
  disk: urnOf("disk", chained("my:New", type)),
  deep: urnOf("deep", chained("my:New", "my:Inner")),
  moon: urnOf("moon", `my:New$${providerType}`),
};
const failing = thing("other", { label: "no room" });

async function worldWithGroup(): Promise<World> {
  const world = new World();
  await world.up(program(before));
  world.onCreate = async ({ label }) => {
    if (label === "no room") throw new Error("no room");
  };
  world.snapshots.length = 0;
  return world;
}

function expectMoved({ resources }: Snapshot): void {
  const state = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`));
  const { machine, disk, deep, moon } = urnsAfter;
  expect([state("machine")?.urn, state("disk")?.urn, state("deep")?.urn, state("moon")?.urn]).toEqual([
    ...[machine, disk, deep, moon],
  ]);
  expect(state("disk")).toMatchObject({ parent: machine, deletedWith: machine });
  expect(state("disk")?.provider).toBe(`${moon}::${state("moon")?.id}`);
  expect(state("deep")).toMatchObject({ parent: urnOf("inner", "my:New$my:Inner"), dependencies: [machine] });
  expect(state("user")).toMatchObject({
    urn: urnOf("user"),
    deletedWith: machine,
    propertyDependencies: { name: [machine] },
  });
}

/** The next `up` finds everything, and so does one whose program no longer has the alias. */
async function expectUnchanged(snapshot: Snapshot, more: readonly RegistrationArgs[] = []): Promise<void> {
  for (const group of [after, component("group", "New")]) {
    const world = new World(100);
    world.store = new MemoryStore({ snapshot });
    const outcome = await world.up(program(group, more));
    expect(outcome.result).toBe("succeeded");
    expect(world.calls).toEqual([]);
    expect(stepsOf(outcome).filter((step) => !step.startsWith("same"))).toEqual([]);
    expectMoved(world.store.snapshot);
  }
}

describe("a component that gets another type, in a run that does not reach its children", () => {
  it("renames them in the state when a step fails", async () => {
    const world = await worldWithGroup();
    expect((await world.up(program(after, [failing]))).result).toBe("failed");
    expect(world.calls).toEqual(["create other as 5"]);
    expectMoved(world.store.snapshot);
    await expectUnchanged(world.store.snapshot);
  });

  it("renames them in the state when the run is killed after any write", async () => {
    const world = await worldWithGroup();
    await world.up(program(after, [thing("other")]));
    expect(world.snapshots.length).toBeGreaterThan(1);
    for (const snapshot of world.snapshots) {
      expectMoved(snapshot);
      const hasOther = snapshot.resources.some(({ urn }) => urn === urnOf("other"));
      if (hasOther) await expectUnchanged(snapshot, [thing("other")]);
    }
  });

  it.each([
    ["names it as the only target", { targets: [urnOf("group", "my:New")] }],
    ["excludes them", { excludes: ["**::machine", "**::disk", "**::deep", "**::user"] }],
    ["names it and one of them", { targets: [urnOf("group", "my:New"), urnsAfter.machine] }],
  ])("renames them in the state when the run %s", async (_, options) => {
    const world = await worldWithGroup();
    const outcome = await world.up(program(after), options);
    expect(outcome.engineError).toBeUndefined();
    expect(errorsOf(outcome)).toEqual([]);
    expect(world.calls).toEqual([]);
    expectMoved(world.store.snapshot);
    await expectUnchanged(world.store.snapshot);
  });

  it("is found together with its children if a run excludes it and some of them", async () => {
    const world = await worldWithGroup();
    const outcome = await world.up(program(after, [], "new"), { excludes: ["**::group", "**::inner"] });
    expect(errorsOf(outcome)).toEqual([]);
    expect([...world.calls].sort()).toEqual(["update 1", "update 2", "update 3", "update 4"]);
    expect(world.state("deep")?.urn).toBe(urnOf("deep", chained("my:Old", "my:Inner")));
    await world.up(program(after, [], "new"));
    expect(world.calls).toEqual([]);
    expectMoved(world.store.snapshot);
  });

  it("renames those of a resource that moves into a component", async () => {
    const world = new World();
    const moving =
      (isInside: boolean, ...between: readonly RegistrationArgs[]): ProgramFunction =>
      async (register) => {
        const group = await register(component("group", "Old"));
        const options = isInside ? { parent: group.urn, aliases: [alias({ noParent: true })] } : {};
        const machine = await register(thing("machine", {}, options));
        for (const other of between) await register(other);
        await register(thing("disk", {}, { parent: machine.urn }));
        return {};
      };
    await world.up(moving(false));
    world.onCreate = async () => {
      throw new Error("no room");
    };
    await world.up(moving(true, failing));
    expect(world.state("disk")?.urn).toBe(urnOf("disk", chained("my:Old", type)));
    await world.up(moving(true));
    expect(world.calls).toEqual([]);
  });

  it("deletes children that the program no longer has, and names them as the state does if that fails", async () => {
    const world = await worldWithGroup();
    world.onDelete = async (id) => {
      if (id === "1") throw new Error("busy");
    };
    const outcome = await world.up(async (register) => {
      await register(after);
      return {};
    });
    const finished = outcome.events.find((event) => event.kind === "finished");
    expect(finished).toMatchObject({
      remains: { existing: 0, undeleted: [{ urn: urnsAfter.machine, id: "1" }, { id: "2" }, { id: "4" }] },
    });
  });

  it("is deleted first without those that the run excludes under their new URNs", async () => {
    const world = new World();
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    const pair =
      (group: RegistrationArgs, region: string): ProgramFunction =>
      async (register, { output }) => {
        const parent = (await register(group)).urn;
        const base = await register(thing("base", { region }));
        const peer = output(base, "address");
        await register(thing("user", { peer }, { parent, propertyDependencies: { peer: [base.urn] } }));
        return {};
      };
    await world.up(pair(before, "north"));
    const user = urnOf("user", chained("my:New"));
    const outcome = await world.up(pair(after, "south"), { excludes: [user] });
    expect(errorsOf(outcome).join()).toContain("not part of this run. Nothing was done");
    expect(world.calls).toEqual([]);
    expect(world.state("user")?.urn).toBe(user);
  });

  it("renames the pending operation of one that is being deleted", async () => {
    const world = await worldWithGroup();
    await world.up(async (register) => {
      await register(after);
      return {};
    });
    const deleting = world.snapshots.flatMap(({ pendingOperations }) =>
      pendingOperations.map(({ type: kind, resource: { urn, parent } }) => [kind, urn, parent]),
    );
    expect(deleting).toContainEqual(["deleting", urnsAfter.machine, urnOf("group", "my:New")]);
  });
});
