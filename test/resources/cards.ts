import type { VirtualClock } from "../../src/clock";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { TestStack } from "../../src/testing";
import { allOf, type Inputs } from "./declared";
import { callsTo } from "./programs";

/** Cards that are good on the virtual clock, which begins in March 2022. The account opens with another one, number 1. */
export const visa = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2027, cvv: "7319" };
export const master = { cardNumber: "5500005555555559", expiryMonth: 12, expiryYear: 2026, cvv: "8420" };
export const secretsOfCards = [visa, master].flatMap(({ cardNumber, cvv }) => [cardNumber, cvv]);

/** A program that declares payment methods by name. */
export function cards(declared: Readonly<Record<string, Inputs>>): ProgramFunction {
  return allOf("PaymentMethod", declared);
}

/** The active payment methods: id, the last digits, and whether it is the default. */
export function methodsIn(stack: TestStack) {
  return stack.emulator.control
    .world()
    .payment_methods.filter(({ state }) => state !== "deleted")
    .map(({ id, data, is_default }) => ({ id, lastFour: data.last_four, isDefault: is_default }));
}

export function addsOf(stack: TestStack): string[] {
  return callsTo(stack).filter((call) => call === "POST /v4/account/payment-methods");
}

export const effects: readonly FaultRuleInput["effect"][] = [
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

/** A few faults by chance, on these operations. */
export function someFaults(chance: VirtualClock, operations: readonly string[]): FaultRuleInput[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.random() * from.length)]!;
  return Array.from({ length: 1 + Math.floor(chance.random() * 4) }, () => {
    const effect = pick(effects);
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
