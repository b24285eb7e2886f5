import type { VirtualClock } from "../../src/clock";
import type { FaultRuleInput } from "../../src/emulator";

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
];

/** How an answer is lost of a call that was carried out, or may have been. */
export const lostAnswers: readonly (readonly [string, FaultRuleInput["effect"]])[] = [
  ["a reset", { reset: true }],
  ["a 408", { status: 408 }],
  ["a 500", { status: 500 }],
  ["a proxy's 502", { html: 502 }],
  ["a 503", { status: 503 }],
  ["no answer at all", { hang: true }],
  ["half a body", { truncated: true }],
  ["garbage", { garbage: true }],
];

/** A few faults by chance, on these operations; of these effects and, where named, of more. */
export function someFaults(
  chance: VirtualClock,
  operations: readonly string[],
  more: readonly FaultRuleInput["effect"][] = [],
): FaultRuleInput[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.random() * from.length)]!;
  return Array.from({ length: 1 + Math.floor(chance.random() * 4) }, () => {
    const effect = pick([...effects, ...more]);
    // A connection that was refused and a 429 say that nothing was carried out: no service says so after it was.
    const isHonest = "refused" in effect || ("status" in effect && effect.status === 429);
    return {
      operation: pick(operations),
      when: isHonest ? ("before" as const) : pick(["before", "after"] as const),
      probability: 0.1 + chance.random() * 0.5,
      count: 1 + Math.floor(chance.random() * 8),
      effect,
    };
  });
}

/** Runs it again until it succeeds, four times at most. */
export async function untilItSucceeds(
  what: () => Promise<{ result: string; events: readonly { kind: string }[] }>,
): Promise<void> {
  for (let run = 0; run < 4; run++) {
    const outcome = await what();
    if (outcome.result === "succeeded") return;
    if (run === 3)
      throw new Error(JSON.stringify(outcome.events.filter(({ kind }) => kind === "stepFailed")));
  }
}
