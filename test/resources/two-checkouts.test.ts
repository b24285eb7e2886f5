import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, isAccepted, secretOf, shop } from "./oauth-clients";
import { visa } from "./payment-methods";
import { failuresOf, instancesIn, smallInstance } from "./programs";

/** Two checkouts of a project on one machine with different backends. Project, stack and names are the same. */
function createCheckouts(): readonly [TestStack, TestStack] {
  const one = new TestStack({ backend: "file:///one" });
  return [one, new TestStack({ backend: "file:///two", beside: one, seed: 2 })];
}

const oneOfEach: ProgramFunction = async (register) => {
  await Promise.all([
    register(declare("Instance", "web", smallInstance)).then(() =>
      register(declare("Image", "golden", { diskId: 1, label: "golden-1" })),
    ),
    register(declare("OAuthClient", "app", shop)),
    register(declare("PaymentMethod", "card", { card: visa })),
  ]);
  return {};
};
const names = ["web", "app", "card", "golden"] as const;
const idOf = (stack: TestStack, name: string) =>
  stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.id;
const lostResponses: readonly FaultRuleInput[] = [
  "instances.create",
  "oauthClients.create",
  "images.create",
].map((operation) => ({ operation, when: "after", nth: 1, effect: { reset: true } }));

describe("two checkouts of one project on one machine", () => {
  it.each([
    ["without faults", []],
    ["while responses to one of them are lost", lostResponses],
  ] as const)("share no objects when they run up at the same time, %s", async (_, faults) => {
    const [one, two] = createCheckouts();
    for (const rule of faults) one.emulator.control.faults.add(rule);
    const outcomes = await Promise.all([one.up(oneOfEach), two.up(oneOfEach)]);
    expect(outcomes.flatMap(failuresOf)).toEqual([]);
    for (const name of names) expect(idOf(one, name)).not.toBe(idOf(two, name));
    expect(instancesIn(one)).toHaveLength(2);
    expect(clientsIn(one)).toHaveLength(2);
    for (const stack of [one, two]) expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("do not take over each other's interrupted creates", async () => {
    const [one, two] = createCheckouts();
    expect(await one.killAfterWrites(4, () => one.up(oneOfEach))).toBe(true);
    expect(failuresOf(await two.up(oneOfEach))).toEqual([]);
    expect(failuresOf(await one.up(oneOfEach))).toEqual([]);
    for (const name of names) expect(idOf(one, name)).not.toBe(idOf(two, name));
    for (const stack of [one, two]) expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(instancesIn(one)).toHaveLength(2);
  });
});
