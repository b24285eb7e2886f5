import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { ResourceClass } from "../../src/resources/resource-class";
import { declare, TestStack } from "../../src/testing";
import { testedResources } from "./every-resource";
import { files } from "./every-resource/files";
import type { TestedCreate } from "./every-resource/tested-resource";
import { failuresOf } from "./programs";

afterAll(() => files.remove());

/**
 * The response to a create is lost, and lists lag, fail, or both. No second object is ever created: either the state contains the object
 * that the run created, or the run fails with a message that describes the situation.
 */
interface Kind extends TestedCreate {
  readonly type: ResourceClass;
}

const kinds = new Map(
  Object.values(testedResources).flatMap(({ type, creates }) =>
    Object.entries(creates).map(([name, create]): [string, Kind] => [name, { type, ...create }]),
  ),
);

const declareKind =
  ({ type, inputs }: Kind): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", { timeouts: { create: "5m" }, ...inputs() }));
    return {};
  };

const outage = { status: 500 } as const;

/** Which requests for the list fail. The client sends up to five for one poll. */
const failingPolls: Readonly<Record<string, (list: string) => readonly FaultRuleInput[]>> = {
  none: () => [],
  all: (list) => [{ operation: list, from: 2, effect: outage }],
  "the second and later ones": (list) => [{ operation: list, from: 3, effect: outage }],
  "the fourth and later ones": (list) => [{ operation: list, from: 5, effect: outage }],
  "every other one": (list) => [{ operation: list, every: 2, effect: outage }],
  "a random 80 %": (list) => [{ operation: list, probability: 0.8, effect: outage }],
};
/**
 * How long lists lag, in seconds: alternating, so that every kind and every way to fail is tested with both. The variable LIST_LAGS
 * overrides it.
 */
const lagsOf = (index: number) => process.env.LIST_LAGS?.split(",").map(Number) ?? [[20], [60]][index % 2]!;
/** The creates and polls; `turn` shifts the turns. */
const casesFrom = (turn: number) =>
  [...kinds.keys()].flatMap((kind, index) =>
    Object.keys(failingPolls).map((polls, other) => [kind, polls, lagsOf(turn + index + other)] as const),
  );

const idOf = (stack: TestStack) => stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id;

describe.each([
  ["before", 0],
  ["after", 1],
] as const)("losing the response %s the create is carried out", (when, turn) => {
  it.each(casesFrom(turn))(
    "creates %s at most once while these polls fail: %s",
    async (name, polls, listLags) => {
      const kind = kinds.get(name)!;
      for (const lag of listLags) {
        const stack = new TestStack({ seed: lag + 1 });
        // Objects of the seed have to be older than those that the run creates.
        await stack.clock.advance(60_000);
        const { faults } = stack.emulator.control;
        faults.add({ operation: kind.operation, when, count: 1, effect: outage });
        for (const rule of failingPolls[polls]!(kind.list)) faults.add(rule);
        if (lag > 0) faults.add({ operation: kind.list, effect: { staleList: lag * 1000 } });
        const outcome = await stack.up(declareKind(kind));
        await stack.clock.advance(120_000);
        const created = kind.createdIds(stack);
        expect(created.length).toBeLessThan(2);
        if (outcome.result === "succeeded") expect(created).toEqual([idOf(stack)]);
        else
          expect(failuresOf(outcome).join()).toMatch(
            /Could not check whether|No list contained an? |Candidates for the new|someone may have changed it|nothing was changed|Nothing was changed/,
          );
        faults.clear();
        const secondOutcome = await stack.up(declareKind(kind));
        expect(kind.createdIds(stack).length).toBeLessThan(2);
        if (secondOutcome.result === "succeeded") expect(kind.createdIds(stack)).toEqual([idOf(stack)]);
        else expect(failuresOf(secondOutcome).join()).toMatch(/adopt: <id>|--replace/);
      }
    },
  );
});
