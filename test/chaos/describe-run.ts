import type { TestStack } from "../../src/testing";
import type { ChaosOutcome, Operation } from "./chaos-stack";
import type { Trace } from "./runs";
import { objectsIn, worldOf } from "./world";

/** Describes runs: their calls and messages, and what the state and the world hold after them. */
export function describeRuns(
  { emulator, clock, store }: TestStack,
  print: ((text: string) => void) | undefined,
): Trace {
  if (!print) return () => undefined;
  let described = 0;
  return (operation: Operation, { result, messages }: ChaosOutcome) => {
    print(`== ${operation}: ${result} at ${new Date(clock.now()).toISOString()}`);
    for (const { number, time, method, path, status, faults, carriedOut } of emulator.control.requests()) {
      if (number <= described) continue;
      described = number;
      print(
        `   ${time.slice(11, 19)} ${method} ${path} ${status} ${faults.join()} ${carriedOut ? "" : "not carried out"}`,
      );
    }
    for (const { urn, text } of messages) print(`   ${urn.split("::").at(-1)}: ${text}`);
    for (const { urn, id } of store.snapshot.resources)
      if (id) print(`   state: ${urn.split("::").slice(2).join("::")} ${id}`);
    print(`   world: ${[...objectsIn(worldOf(emulator.control))].join(", ")}`);
  };
}
