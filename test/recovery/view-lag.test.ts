import { verdictOf } from "../../src/recovery";
import { TestStack } from "../../src/testing";
import { webInstance } from "../resources/programs";
import { dropPendingOperations, pendingOf, webOf } from "./killed-stack";
import { recover, writesIn } from "./recovering";

/** An engine and a plugin that were killed when the record had the id of a new instance, which no view and no list shows yet. */
async function killedWithId(): Promise<TestStack> {
  const stack = new TestStack({ settings: { viewLagSeconds: 20, listLagSeconds: 20 } });
  const killPlugin = { request: 5, isCarriedOut: false };
  await stack.killAfterWrites(1, () => stack.up(webInstance(), { killPlugin }));
  expect(pendingOf(stack)).toEqual(["creating"]);
  expect(stack.services().intents.unfinished()).toMatchObject([{ id: "1" }]);
  stack.emulator.control.forgetRequests();
  return stack;
}

it.each([
  ["a pending operation in the state", async () => undefined],
  ["a record", dropPendingOperations],
] as const)("a new instance of which there is %s is recorded once a view shows it", async (_, prepare) => {
  const stack = await killedWithId();
  await prepare(stack);
  expect(verdictOf(await recover(stack))).toBe("settled");
  expect(webOf(stack)).toMatchObject([{ id: "1" }]);
  expect([pendingOf(stack), writesIn(stack)]).toEqual([[], []]);
});
