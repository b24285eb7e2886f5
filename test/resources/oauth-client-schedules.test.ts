import { VirtualClock } from "../../src/clock";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { TestStack } from "../../src/testing";
import { apps, clientsIn, Files, gif, isAccepted, png, secretOf, shop } from "./applications";
import { untilItSucceeds } from "./faults";
import { nothing } from "./programs";

/**
 * Seeded schedules of faults over creating, changing and destroying clients that look alike. When the faults are over and the
 * command is run again, the world holds what the state declares, and every secret in the state is accepted.
 */
const schedules = Number(process.env.FAULT_SCHEDULES ?? 60);

const files = new Files();
afterAll(() => files.remove());
const logos = [files.write("one", png), files.write("two", gif)];

const effects: readonly FaultRuleInput["effect"][] = [
  ...([{ reset: true }, { refused: true }, { hang: true }, { truncated: true }, { garbage: true }] as const),
  ...[{ status: 408 }, { status: 500 }, { html: 502 }, { latency: 5000 }, { staleList: 10_000 }],
  { status: 429, headers: { "Retry-After": "3" } },
];
const operations = ["*", "list", "create", "view", "update", "delete", "resetSecret", "updateThumbnail"];

function faultsOf(chance: VirtualClock): FaultRuleInput[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.random() * from.length)]!;
  return Array.from({ length: 1 + Math.floor(chance.random() * 4) }, () => {
    const effect = pick(effects);
    // A connection that was refused and a 429 say that nothing was carried out: no service says so after it was.
    const isHonest = "refused" in effect || ("status" in effect && effect.status === 429);
    return {
      operation: `oauthClients.${pick(operations)}`,
      when: isHonest ? ("before" as const) : pick(["before", "after"] as const),
      probability: 0.1 + chance.random() * 0.5,
      count: 1 + Math.floor(chance.random() * 12),
      effect,
    };
  });
}

const program = (label: string, logo: number, secretVersion: number): ProgramFunction => {
  const alike = { ...shop, label, thumbnail: logos[logo]!, secretVersion };
  return apps({ one: alike, two: alike, three: { ...shop, label, public: true } });
};

describe("OAuth clients under seeded fault schedules", () => {
  it.each(Array.from({ length: schedules }, (_, seed) => seed + 1))(
    "schedule %i leaves the world as the state declares it",
    async (seed) => {
      const stack = new TestStack({ seed, settings: { rateLimits: "off" } });
      const chance = new VirtualClock({ seed: seed * 7919 });
      for (const declared of [program("A", 0, 1), program("B", 1, 1), program("B", 0, 2)]) {
        for (const rule of faultsOf(chance)) stack.emulator.control.faults.add(rule);
        await stack.up(declared);
        if (chance.random() < 0.3) await stack.refresh();
        if (chance.random() < 0.5) await stack.up(declared);
        stack.emulator.control.faults.clear();
        await untilItSucceeds(() => stack.up(declared));
        const names = ["one", "two", "three"];
        expect(new Set(clientsIn(stack).map(({ id }) => id))).toEqual(
          new Set(names.map((name) => stack.outputs(name)?.clientId)),
        );
        expect(clientsIn(stack)).toHaveLength(3);
        for (const name of ["one", "two"]) expect(isAccepted(stack, secretOf(stack, name))).toBe(true);
      }
      for (const rule of faultsOf(chance)) stack.emulator.control.faults.add(rule);
      await stack.destroy();
      stack.emulator.control.faults.clear();
      await untilItSucceeds(() => stack.up(nothing));
      expect(clientsIn(stack)).toEqual([]);
    },
  );
});
