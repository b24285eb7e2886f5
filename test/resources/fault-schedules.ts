import { VirtualClock } from "../../src/clock";
import type { FaultRuleInput } from "../../src/emulator";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { TestStack } from "../../src/testing";

type Effect = FaultRuleInput["effect"];

const effects: readonly Effect[] = [
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
];

/** A program that `up` runs under faults, and what has to be true once the faults are over. */
interface ScheduledProgram {
  readonly program: ProgramFunction;
  readonly check: (stack: TestStack) => void;
}

export interface FaultSchedules {
  /** Number of seeds; the variable FAULT_SCHEDULES overrides it. */
  readonly count: number;
  /** Operations that the faults affect. */
  readonly operations: readonly string[];
  /** Effects besides those of every schedule. */
  readonly extraEffects?: readonly Effect[];
  /** The programs, in the order in which they run. `random` decides what differs between schedules. */
  readonly programs: (random: () => number) => readonly ScheduledProgram[];
  /** Removes the resources. `checkRemoved` checks what has to be true afterwards. */
  readonly remove: (stack: TestStack) => Promise<InProcessOutcome>;
  readonly checkRemoved: (stack: TestStack) => void;
}

/**
 * Runs programs under seeded schedules of faults. Once the faults are over and the command is repeated, the service has exactly
 * the objects in the state.
 */
export function testFaultSchedules(schedules: FaultSchedules): void {
  const count = Number(process.env.FAULT_SCHEDULES ?? schedules.count);
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  it.each(seeds)("schedule %i: the service ends up as declared", async (seed) => {
    const stack = new TestStack({ seed, settings: { rateLimits: "off" } });
    const randomClock = new VirtualClock({ seed: seed * 7919 });
    const random = () => randomClock.random();
    const { faults } = stack.emulator.control;
    const addFaults = () => {
      for (const rule of randomFaults(random, schedules)) faults.add(rule);
    };
    for (const { program, check } of schedules.programs(random)) {
      addFaults();
      await stack.up(program);
      if (random() < 0.3) await stack.refresh();
      if (random() < 0.5) await stack.up(program);
      faults.clear();
      await repeatUntilSuccess(() => stack.up(program));
      check(stack);
    }
    addFaults();
    await schedules.remove(stack);
    faults.clear();
    await repeatUntilSuccess(() => schedules.remove(stack));
    schedules.checkRemoved(stack);
  });
}

/** One to four random faults. */
function randomFaults(
  random: () => number,
  { operations, extraEffects = [] }: FaultSchedules,
): FaultRuleInput[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const effect = pick([...effects, ...extraEffects]);
    // A refused connection and a 429 mean that nothing was carried out, so they never follow a change.
    const mustPrecede = "refused" in effect || ("status" in effect && effect.status === 429);
    return {
      operation: pick(operations),
      when: mustPrecede ? ("before" as const) : pick(["before", "after"] as const),
      probability: 0.1 + random() * 0.5,
      count: 1 + Math.floor(random() * 8),
      effect,
    };
  });
}

/** Repeats a run until it succeeds, at most four times. */
async function repeatUntilSuccess(run: () => Promise<InProcessOutcome>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await run();
    if (outcome.result === "succeeded") return;
    if (attempt === 4)
      throw new Error(JSON.stringify(outcome.events.filter(({ kind }) => kind === "stepFailed")));
  }
}
