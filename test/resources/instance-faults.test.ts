import type { ProgramFunction } from "../../src/engine";
import { declare, type TestStack } from "../../src/testing";
import { testFaultSchedules } from "./fault-schedules";
import { smallInstance } from "./programs";

/** A program that declares three instances, the first of them with a label if `isLabelled`. */
function declareThreeInstances(type: string, tags: readonly string[], isLabelled: boolean): ProgramFunction {
  return async (register) => {
    await Promise.all(
      [1, 2, 3].map((number) =>
        register(
          declare("Instance", `web-${number}`, {
            ...smallInstance,
            type,
            tags,
            ...(isLabelled && number === 1 ? { label: "declared-label" } : {}),
          }),
        ),
      ),
    );
    return {};
  };
}

function liveIds(stack: TestStack): number[] {
  return stack.emulator.control
    .world()
    .instances.filter(({ status }) => status !== "deleting")
    .map(({ id }) => id)
    .sort();
}

function stateIds(stack: TestStack): number[] {
  return stack.store.snapshot.resources
    .filter(({ id }) => /^\d+$/.test(id ?? ""))
    .map(({ id }) => Number(id))
    .sort();
}

function checkInstances(stack: TestStack): void {
  expect(liveIds(stack)).toEqual(stateIds(stack));
  expect(stateIds(stack)).toHaveLength(3);
}

describe("instances under seeded faults", () => {
  testFaultSchedules({
    count: 20,
    operations: [
      "*",
      "instances.create",
      "instances.*",
      "instances.list",
      "instances.view",
      "instances.delete",
      "instances.update",
      "instances.boot",
    ],
    extraEffects: [{ staleList: 10_000 }],
    programs: (random) => {
      const isLabelled = random() < 0.5;
      return [
        declareThreeInstances("g1-nano-1", ["red"], isLabelled),
        declareThreeInstances("g1-nano-1", ["blue", "green"], isLabelled),
        declareThreeInstances("g1-standard-1", ["blue"], isLabelled),
      ].map((program) => ({ program, check: checkInstances }));
    },
    remove: (stack) => stack.destroy(),
    checkRemoved: (stack) => expect(liveIds(stack)).toEqual([]),
  });
});
