import fc from "fast-check";
import { type InProcessOptions, type JsonMap, MemoryStore, type ProgramFunction } from "../../../src/engine";
import { findViolation, type Snapshot } from "../../../src/state";
import { thing, urnOf, World } from "../world";

const names = ["a", "b", "c", "d", "e", "f"] as const;
type Name = (typeof names)[number];

/** A resource of a random program. It depends only on resources that are registered before it. */
interface Node {
  readonly region: number;
  readonly label: number;
  readonly deleteFirst: boolean | undefined;
  readonly custom: boolean;
  /** Dependencies through properties whose change replaces it, through other properties, and through `dependsOn`. */
  readonly peers: readonly Name[];
  readonly soft: readonly Name[];
  readonly after: readonly Name[];
  readonly deletedWith: Name | undefined;
}

interface Step {
  readonly order: readonly Name[];
  readonly nodes: Readonly<Record<Name, Node>>;
  readonly operation: "up" | "refresh" | "destroy";
  /** The numbers of the calls to the service that fail. */
  readonly failing: readonly number[];
  /** The number of the write at which the run is killed, and whether that write is lost. */
  readonly killedAt: number | undefined;
  readonly lost: boolean;
  readonly targets: readonly Name[];
  readonly targetDependents: boolean;
  readonly parallel: number;
}

const upToTwo = fc.subarray([...names], { maxLength: 2 });
const node: fc.Arbitrary<Node> = fc.record({
  region: fc.nat(2),
  label: fc.nat(1),
  deleteFirst: fc.constantFrom(true, true, undefined, false),
  custom: fc.constantFrom(true, true, true, true, true, false),
  peers: upToTwo,
  soft: upToTwo,
  after: upToTwo,
  deletedWith: fc.option(fc.constantFrom(...names), { nil: undefined, freq: 8 }),
});
const step: fc.Arbitrary<Step> = fc.record({
  order: fc.shuffledSubarray([...names]),
  nodes: fc.record({ a: node, b: node, c: node, d: node, e: node, f: node }),
  operation: fc.constantFrom("up", "up", "up", "up", "refresh", "destroy"),
  failing: fc.oneof(fc.constant([]), fc.array(fc.nat(8), { maxLength: 2 })),
  killedAt: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
  lost: fc.boolean(),
  targets: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: upToTwo }),
  targetDependents: fc.boolean(),
  parallel: fc.constantFrom(1, 16),
});

/** Registers each resource as soon as its dependencies are registered, so that orders and overlaps vary. */
function programOf({ order, nodes }: Step, world: World): ProgramFunction {
  return async (register, { output }) => {
    const registered = new Map<Name, ReturnType<typeof register>>();
    const registerOne = async (name: Name, at: number) => {
      const before = order.slice(0, at);
      const known = (wanted: readonly Name[]) => wanted.filter((other) => before.includes(other));
      const { region, label, deleteFirst, custom, peers, soft, after, deletedWith } = nodes[name];
      const used = { peer: known(peers), soft: known(soft) };
      const inputs: Record<string, ReturnType<typeof output>> = { region: `r${region}`, label };
      const propertyDependencies: Record<string, readonly string[]> = {};
      for (const [kind, others] of Object.entries(used)) {
        for (const other of others) {
          const there = await registered.get(other);
          if (there) inputs[`${kind}${other}`] = output(there, "address");
          propertyDependencies[`${kind}${other}`] = [urnOf(other)];
        }
      }
      const dependencies = known(after).map((other) => urnOf(other));
      const wanted =
        deletedWith && before.includes(deletedWith) ? await registered.get(deletedWith) : undefined;
      const holder = wanted?.id ? wanted : undefined;
      inputs.within = holder ? output(holder, "address") : null;
      const needed = known([...peers, ...soft, ...after]);
      await Promise.all(needed.map((other) => registered.get(other)));
      await world.clock.sleep(region);
      return register(
        thing(name, inputs, {
          custom,
          dependencies,
          propertyDependencies,
          deleteBeforeReplace: deleteFirst,
          deletedWith: holder?.urn ?? "",
        }),
      );
    };
    for (const [at, name] of order.entries()) registered.set(name, registerOne(name, at));
    await Promise.all(registered.values());
    return {};
  };
}

interface Left {
  readonly disk: Snapshot;
  readonly things: ReadonlyMap<string, JsonMap>;
}

/** Runs one step. Returns what remains after a kill at the chosen write, or after the run. */
async function runStep(step: Step, left: Left, nextId: number): Promise<{ left: Left; nextId: number }> {
  const world = new World(nextId);
  world.replacing = ["region", "within", ...names.map((name) => `peer${name}`)];
  for (const [id, inputs] of left.things) world.things.set(id, inputs);
  let calls = 0;
  const call = async () => {
    const fails = step.failing.includes(calls++);
    await world.clock.sleep(fails ? 1 : 3);
    if (fails) throw new Error("refused");
  };
  world.onCreate = call;
  world.onUpdate = call;
  world.onDelete = async (deleted) => {
    await call();
    removeWithin(world.things, deleted);
  };
  const afterKills: Left[] = [];
  let disk = left.disk;
  world.store = new MemoryStore({
    snapshot: disk,
    onSave: (snapshot) => {
      afterKills.push({ disk: step.lost ? disk : snapshot, things: new Map(world.things) });
      disk = snapshot;
    },
  });
  const more: Partial<InProcessOptions> = {
    targets: step.targets.map((name) => urnOf(name)),
    targetDependents: step.targetDependents,
    parallel: step.parallel,
  };
  const outcome = await world.run(step.operation, programOf(step, world), more);
  expect(outcome.engineError).toBeUndefined();
  const killed = step.killedAt === undefined ? undefined : afterKills[step.killedAt % afterKills.length];
  return {
    left: killed ?? { disk: world.store.snapshot, things: world.things },
    nextId: world.nextId,
  };
}

/** Removes the objects within an object, as a deletion does. */
function removeWithin(things: Map<string, JsonMap>, holder: string): void {
  for (const [id, { within }] of things) {
    if (within !== addressOf(holder)) continue;
    things.delete(id);
    removeWithin(things, id);
  }
}

const addressOf = (id: string) => `10.0.0.${id}`;

/** Expects a pending create in the state for every object that the state does not contain. Returns the number of such objects. */
function expectNothingLost({ disk, things }: Left): number {
  const known = new Set(disk.resources.map(({ id }) => id));
  const lost = [...things].flatMap(([id, { name }]) => (known.has(id) ? [] : [`${name}`]));
  const creating = disk.pendingOperations
    .filter(({ type }) => type === "creating")
    .map(({ resource }) => resource.urn.split("::").at(-1));
  for (const name of lost) expect(creating).toContain(name);
  return lost.length;
}

it("writes only valid states in random runs with failures and kills, from which `up` and `destroy` continue", async () => {
  const runs = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
    let left: Left = { disk: { resources: [], pendingOperations: [] }, things: new Map() };
    let nextId = 1;
    for (const one of steps) {
      ({ left, nextId } = await runStep(one, left, nextId));
      expect(findViolation(left.disk.resources)).toBeUndefined();
      expectNothingLost(left);
    }
    const last = steps.at(-1);
    if (!last) return;
    const calm = { ...last, failing: [], killedAt: undefined, targets: [] };
    ({ left, nextId } = await runStep({ ...calm, operation: "up" }, left, nextId));
    expect(
      left.disk.resources.flatMap(({ urn, type }) => (type.startsWith("pulumi:") ? [] : [urn])).sort(),
    ).toEqual(last.order.map((name) => urnOf(name)).sort());
    expect(left.disk.resources.some((state) => state.delete || state.pendingReplacement)).toBe(false);
    ({ left } = await runStep({ ...calm, operation: "destroy" }, left, nextId));
    expect(left.disk.resources).toEqual([]);
    expect(left.things.size).toBe(expectNothingLost(left));
  });
  await fc.assert(runs, {
    numRuns: Number(process.env.RANDOM_RUNS ?? 150),
    seed: Number(process.env.RANDOM_SEED ?? 7),
  });
}, 120_000);
