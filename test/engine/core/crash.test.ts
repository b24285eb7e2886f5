import { type JsonMap, MemoryStore, type ProgramFunction } from "../../../src/engine";
import { emptySnapshot, type PendingOperation, type Snapshot } from "../../../src/state";
import { thing, World } from "../world";

/** The situation after a kill: the state on disk, and the objects that the calls so far have created. */
interface Left {
  readonly disk: Snapshot;
  readonly things: ReadonlyMap<string, JsonMap>;
  readonly nextId: number;
}

/** A program with a base, a user of the base, a component with a child, and an independent resource. */
const program =
  (region: string, label: string, names = ["base", "user", "child", "alone"]): ProgramFunction =>
  async (register, { output, registerOutputs }) => {
    const base = await register(thing("base", { region }));
    const peer = output(base, "address");
    const things = [base];
    if (names.includes("user"))
      things.push(
        await register(thing("user", { peer, label }, { propertyDependencies: { peer: [base.urn] } })),
      );
    if (names.includes("child")) {
      const group = await register({ type: "my:comp:Comp", name: "group", custom: false });
      await register(thing("child", { label }, { parent: group.urn }));
      await registerOutputs(group.urn, { label });
    }
    if (names.includes("alone")) await register(thing("alone", { label }));
    return { address: peer };
  };

const changed = program("south", "new", ["base", "user", "alone"]);

const operations: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  "a first up": (world) => world.up(program("north", "old")),
  "an up that creates first": async (world) => {
    await world.up(program("north", "old"));
    await world.up(changed);
  },
  "an up that deletes first, with a cascade": async (world) => {
    await world.up(program("north", "old"));
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    await world.up(changed);
  },
  "a refresh with drift and a deleted object": async (world) => {
    await world.up(program("north", "old"));
    world.things.delete("1");
    world.things.set("2", { ...world.things.get("2"), label: "outside" });
    await world.run("refresh");
  },
  "a destroy": async (world) => {
    await world.up(program("north", "old"));
    await world.run("destroy");
  },
};

describe.each(Object.entries(operations))("killed before or after any write of %s", (_name, operate) => {
  /** Every state that a kill can leave: each write is completed or not, whatever was called before. */
  const statesAfterKills = async (): Promise<readonly Left[]> => {
    const world = new World();
    const left: Left[] = [];
    let disk: Snapshot = emptySnapshot;
    world.store = new MemoryStore({
      onSave: (snapshot) => {
        const things = new Map(world.things);
        left.push({ disk, things, nextId: world.nextId }, { disk: snapshot, things, nextId: world.nextId });
        disk = snapshot;
      },
    });
    await operate(world);
    return left;
  };

  const resumeFrom = async ({ disk, things, nextId }: Left) => {
    const world = new World(nextId);
    world.deleteFirst = true;
    world.replacing = ["region", "peer"];
    for (const [id, inputs] of things) world.things.set(id, inputs);
    world.store = new MemoryStore({ snapshot: disk });
    return { world, outcome: await world.up(changed) };
  };

  it("leaves a state to continue from and reports everything that is not in it", async () => {
    const left = await statesAfterKills();
    expect(left.length).toBeGreaterThan(6);
    for (const one of left) {
      const { world, outcome } = await resumeFrom(one);
      expect(outcome.result).toBe("succeeded");
      expect(world.names()).toEqual(["base", "user", "alone"]);
      expect(world.state("base")?.outputs.region).toBe("south");
      const known = new Set(world.store.snapshot.resources.map(({ id }) => id));
      const lost = [...world.things].flatMap(([id, { name }]) => (known.has(id) ? [] : [`${name}`]));
      const warnedAbout = outcome.events.flatMap((event) =>
        event.kind === "message" && event.severity === "warning" ? [event.urn.split("::").at(-1)] : [],
      );
      expect(warnedAbout).toEqual(one.disk.pendingOperations.map(nameOf));
      expect(creating(one.disk)).toEqual(expect.arrayContaining(lost));
      expect(creating(world.store.snapshot)).toEqual(creating(one.disk));
      await world.run("destroy");
      expect(world.things.size).toBe(lost.length);
    }
  });
});

function nameOf({ resource }: PendingOperation): string {
  return resource.urn.split("::").at(-1) ?? "";
}

function creating({ pendingOperations }: Snapshot): string[] {
  return pendingOperations.filter(({ type }) => type === "creating").map(nameOf);
}
