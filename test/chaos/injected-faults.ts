import type { TestStack } from "../../src/testing";
import { operationsOf } from "./draw";
import type { Fault } from "./history";

/** The faults that a history injects into its service, and their counts. */
export class InjectedFaults {
  readonly #stack: TestStack;
  /** The effects of the faults that were injected, each once. */
  readonly effects = new Set<string>();
  /** How many faults were injected. */
  count = 0;
  /** How many faults of each rule were counted. */
  readonly #counted = new Map<number, number>();

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  add({ rule, seconds }: Fault): void {
    const { faults } = this.#stack.emulator.control;
    const ids = operationsOf(rule.operation).map((operation) => faults.add({ ...rule, operation }));
    if (seconds !== undefined) {
      void this.#stack.clock.sleep(seconds * 1000).then(() => {
        this.#countApplied();
        for (const id of ids) faults.clear(id);
      });
    }
  }

  end(): void {
    this.#countApplied();
    this.#stack.emulator.control.faults.clear();
  }

  #countApplied(): void {
    for (const { id, rule, applied } of this.#stack.emulator.control.faults.list()) {
      if (applied === 0) continue;
      this.effects.add(nameOf(rule));
      this.count += applied - (this.#counted.get(id) ?? 0);
      this.#counted.set(id, applied);
    }
  }
}

/** The name of a fault in reports: `500 after`. */
function nameOf({ effect, when }: Fault["rule"]): string {
  if ("staleList" in effect) return "stale list";
  const name =
    "status" in effect ? String(effect.status) : "html" in effect ? "HTML page" : Object.keys(effect)[0];
  return `${name} ${when ?? "before"}`;
}
