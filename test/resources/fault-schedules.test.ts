import { VirtualClock } from "../../src/clock";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";

/**
 * Seeded schedules of faults over creating, changing, replacing and destroying. Whatever happens on the way, when the faults
 * are over and the command is run again, the world holds exactly what the state declares: nothing twice, nothing lost.
 */
const schedules = Number(process.env.FAULT_SCHEDULES ?? 200);

const effects: readonly FaultRuleInput["effect"][] = [
  { reset: true },
  { refused: true },
  { status: 408 },
  { status: 429, headers: { "Retry-After": "3" } },
  { status: 500 },
  { html: 502 },
  { status: 503, headers: { "Retry-After": "1" } },
  { truncated: true },
  { garbage: true },
  { hang: true },
  { latency: 5000 },
  { staleList: 10_000 },
];
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

function faultsOf(chance: VirtualClock): FaultRuleInput[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.random() * from.length)]!;
  return Array.from({ length: 1 + Math.floor(chance.random() * 4) }, () => {
    const effect = pick(effects);
    // A connection that was refused and a 429 say that nothing was carried out: no service says so after it was.
    const isHonest = "refused" in effect || ("status" in effect && effect.status === 429);
    return {
      operation: pick(operations),
      when: isHonest ? ("before" as const) : pick(["before", "after"] as const),
      probability: 0.1 + chance.random() * 0.5,
      count: 1 + Math.floor(chance.random() * 12),
      effect,
    };
  });
}

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

async function untilItSucceeds(what: () => Promise<{ result: string; events: readonly { kind: string }[] }>) {
  for (let run = 0; run < 4; run++) {
    const outcome = await what();
    if (outcome.result === "succeeded") return;
    if (run === 3)
      throw new Error(JSON.stringify(outcome.events.filter(({ kind }) => kind === "stepFailed")));
  }
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
