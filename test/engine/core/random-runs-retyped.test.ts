import fc from "fast-check";
import { type Alias, MemoryStore, type ProgramFunction } from "../../../src/engine";
import type { Snapshot } from "../../../src/state";
import { errorsOf, stepsOf, thing, type, World } from "../world";

const names: readonly string[] = ["a", "b", "c", "d", "e"];

interface Node {
  /** Which of the resources before it, or the stack, is its parent. */
  readonly parent: number;
  readonly isComponent: boolean;
}

interface Step {
  /** The resources that get another type. */
  readonly retyped: readonly string[];
  readonly label: number;
  /** The resource after which a create fails. */
  readonly failsAfter: string | undefined;
  /** The number of the write at which the run is killed. */
  readonly killedAt: number | undefined;
  readonly named: readonly string[];
  /** Whether the named resources are excluded. Otherwise they are the targets. */
  readonly isExclusion: boolean;
}

const node: fc.Arbitrary<Node> = fc.record({ parent: fc.nat(5), isComponent: fc.boolean() });
const tree = fc.array(node, { minLength: names.length, maxLength: names.length });
const step: fc.Arbitrary<Step> = fc.record({
  retyped: fc.subarray([...names]),
  label: fc.nat(1),
  failsAfter: fc.option(fc.constantFrom(...names), { nil: undefined }),
  killedAt: fc.option(fc.nat(10), { nil: undefined }),
  named: fc.oneof(fc.constant([]), fc.subarray([...names])),
  isExclusion: fc.boolean(),
});
const calm = { label: 0, failsAfter: undefined, named: [], isExclusion: false };

const formerType = (former: string): Alias => ({
  ...{ name: "", type: former, stack: "", project: "", parent: "", noParent: false },
});

/** A program whose resources have had as many types before as their version says. */
function programOf(
  nodes: readonly Node[],
  versions: ReadonlyMap<string, number>,
  { label, failsAfter }: Pick<Step, "label" | "failsAfter">,
): ProgramFunction {
  return async (register) => {
    const urns = [""];
    for (const [at, name] of names.entries()) {
      const { parent = 0, isComponent = false } = nodes[at] ?? {};
      const version = versions.get(name) ?? 0;
      const kind = isComponent ? "my:V" : `${type}V`;
      const options = {
        type: `${kind}${version}`,
        parent: urns[parent % urns.length] ?? "",
        aliases: Array.from({ length: version }, (_, former) => formerType(`${kind}${former}`)),
      };
      const resource = isComponent ? { ...options, name, custom: false } : thing(name, { label }, options);
      urns.push((await register(resource)).urn);
      if (name === failsAfter) await register(thing("other"));
    }
    return {};
  };
}

/** Runs an `up` in which every create fails. */
async function runStep(disk: Snapshot, program: ProgramFunction, { named, isExclusion }: typeof calm | Step) {
  const world = new World(100);
  world.store = new MemoryStore({ snapshot: disk, onSave: (saved) => world.snapshots.push(saved) });
  world.onCreate = async () => {
    throw new Error("no room");
  };
  const patterns = named.map((name) => `**::${name}`);
  const outcome = await world.up(program, isExclusion ? { excludes: patterns } : { targets: patterns });
  expect(outcome.engineError).toBeUndefined();
  expect(world.calls.filter((call) => !/^update|^create other/.test(call))).toEqual([]);
  return { world, outcome };
}

it("creates and deletes nothing because of a type, whichever runs fail, are killed or leave out something", async () => {
  const runs = fc.asyncProperty(
    tree,
    fc.array(step, { minLength: 1, maxLength: 4 }),
    async (nodes, steps) => {
      const versions = new Map<string, number>();
      const first = new World();
      await first.up(programOf(nodes, versions, calm));
      let disk = first.store.snapshot;
      for (const one of steps) {
        for (const name of one.retyped) versions.set(name, (versions.get(name) ?? 0) + 1);
        const { world } = await runStep(disk, programOf(nodes, versions, one), one);
        const { killedAt } = one;
        const killed =
          killedAt === undefined ? undefined : world.snapshots[killedAt % world.snapshots.length];
        disk = killed ?? world.store.snapshot;
      }
      const program = programOf(nodes, versions, calm);
      const { world, outcome } = await runStep(disk, program, calm);
      expect(errorsOf(outcome)).toEqual([]);
      expect(world.names()).toEqual(names);
      expect(stepsOf(await world.up(program))).toEqual(names.map((name) => `same ${name}`));
    },
  );
  await fc.assert(runs, {
    numRuns: Number(process.env.RANDOM_RUNS ?? 150),
    seed: Number(process.env.RANDOM_SEED ?? 7),
  });
}, 120_000);
