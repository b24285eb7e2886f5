import { VirtualClock } from "../../src/clock";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { someFaults, untilItSucceeds } from "./faults";

/**
 * Seeded schedules of faults over creating, changing, replacing and destroying. Whatever happens on the way, when the faults
 * are over and the command is run again, the world holds exactly what the state declares: nothing twice, nothing lost.
 */
const schedules = Number(process.env.FAULT_SCHEDULES ?? 200);

const operations = [
  "*",
  "instances.create",
  "instances.*",
  "instances.list",
  "instances.view",
  "instances.delete",
  "instances.update",
  "instances.boot",
];

/** Lists may lag behind for a while. */
const faultsOf = (chance: VirtualClock) => someFaults(chance, operations, [{ staleList: 10_000 }]);

function programOf(type: string, tags: readonly string[], labelled: boolean): ProgramFunction {
  return async (register) => {
    await Promise.all(
      [1, 2, 3].map((number) =>
        register(
          declare("Instance", `web-${number}`, {
            region: "us-east",
            image: "node/debian12",
            rootPass: "correct-horse-battery",
            type,
            tags,
            ...(labelled && number === 1 ? { label: "the-only-one" } : {}),
          }),
        ),
      ),
    );
    return {};
  };
}

function idsInWorld(stack: TestStack): number[] {
  return stack.emulator.control
    .world()
    .instances.filter(({ status }) => status !== "deleting")
    .map(({ id }) => id)
    .sort();
}

function idsInState(stack: TestStack): number[] {
  return stack.store.snapshot.resources
    .filter(({ id }) => /^\d+$/.test(id ?? ""))
    .map(({ id }) => Number(id))
    .sort();
}

describe("under seeded fault schedules", () => {
  it.each(Array.from({ length: schedules }, (_, seed) => seed + 1))(
    "schedule %i leaves the world as the state declares it",
    async (seed) => {
      const stack = new TestStack({ seed, settings: { rateLimits: "off" } });
      const chance = new VirtualClock({ seed: seed * 7919 });
      const labelled = chance.random() < 0.5;
      const programs = [
        programOf("g1-nano-1", ["a"], labelled),
        programOf("g1-nano-1", ["b", "c"], labelled),
        programOf("g1-standard-1", ["b"], labelled),
      ];
      for (const program of programs) {
        for (const rule of faultsOf(chance)) stack.emulator.control.faults.add(rule);
        await stack.up(program);
        if (chance.random() < 0.3) await stack.refresh();
        if (chance.random() < 0.5) await stack.up(program);
        stack.emulator.control.faults.clear();
        await untilItSucceeds(() => stack.up(program));
        expect(idsInWorld(stack)).toEqual(idsInState(stack));
        expect(idsInState(stack)).toHaveLength(3);
      }
      for (const rule of faultsOf(chance)) stack.emulator.control.faults.add(rule);
      await stack.destroy();
      stack.emulator.control.faults.clear();
      await untilItSucceeds(() => stack.destroy());
      expect(idsInWorld(stack)).toEqual([]);
    },
  );
});
