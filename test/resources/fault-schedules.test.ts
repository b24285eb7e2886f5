import type { ProgramFunction } from "../../src/engine";
import { declare, type TestStack } from "../../src/testing";
import { testFaultSchedules } from "./fault-schedules";

function threeInstances(type: string, tags: readonly string[], isLabelled: boolean): ProgramFunction {
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
            ...(isLabelled && number === 1 ? { label: "the-only-one" } : {}),
          }),
        ),
      ),
    );
    return {};
  };
}

function idsInService(stack: TestStack): number[] {
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

function checkInstances(stack: TestStack): void {
  expect(idsInService(stack)).toEqual(idsInState(stack));
  expect(idsInState(stack)).toHaveLength(3);
}

describe("instances under seeded faults", () => {
  testFaultSchedules({
    count: 100,
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
    moreEffects: [{ staleList: 10_000 }],
    programs: (chance) => {
      const isLabelled = chance.random() < 0.5;
      return [
        threeInstances("g1-nano-1", ["a"], isLabelled),
        threeInstances("g1-nano-1", ["b", "c"], isLabelled),
        threeInstances("g1-standard-1", ["b"], isLabelled),
      ].map((program) => ({ program, check: checkInstances }));
    },
    remove: (stack) => stack.destroy(),
    checkRemoved: (stack) => expect(idsInService(stack)).toEqual([]),
  });
});
