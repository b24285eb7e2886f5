import type { EngineEvent, InProcessOutcome } from "../../src/engine";
import { toProviderValues } from "../../src/engine/inprocess/json-values";
import { type PropertyMap, type ResourceState, removeDanglingReferences } from "../../src/state";
import type { RunOptions, TestStack } from "../../src/testing";
import { recover } from "../recovery/recovering";
import { failuresOf } from "../resources/programs";
import type { ChaosOutcome, ChaosRunOptions, ChaosStack, ChaosStep, Operation } from "./chaos-stack";
import type { Stop } from "./history";
import type { Program } from "./program";
import { worldOf } from "./world";

export interface InProcessRunOptions extends ChaosRunOptions {
  readonly token?: string;
  /** How the run ends early. */
  readonly stop?: Stop | undefined;
}

/** The stack of a history in this process, on a virtual clock. */
export class InProcessStack implements ChaosStack<InProcessRunOptions> {
  readonly #stack: TestStack;
  readonly #program: Program;
  readonly #parallel: number;
  readonly comparesPreviews = true;
  readonly alwaysRecovers = false;
  /** How runs ended early. */
  readonly stops = new Set<Stop["kind"]>();

  constructor(stack: TestStack, program: Program, parallel: number) {
    this.#stack = stack;
    this.#program = program;
    this.#parallel = parallel;
  }

  get control() {
    return this.#stack.emulator.control;
  }

  get states(): readonly ResourceState[] {
    return this.#stack.store.snapshot.resources;
  }

  get pending(): readonly string[] {
    return this.#stack.store.snapshot.pendingOperations.map(
      ({ type, resource }) => `${type} ${resource.urn}`,
    );
  }

  advance(ms: number): Promise<void> {
    return this.#stack.clock.advance(ms);
  }

  forget(urn: string): Promise<void> {
    return this.#editState((states) => removeDanglingReferences(states.filter((state) => state.urn !== urn)));
  }

  unprotect(urn: string): Promise<void> {
    return this.#editState((states) =>
      states.map((state) => (state.urn === urn ? { ...state, protect: false } : state)),
    );
  }

  async recover(): Promise<void> {
    const stack = this.#stack;
    const servicesOf = (inputs: PropertyMap) => {
      const { "nodecloud:token": token } = toProviderValues(inputs);
      return stack.services(typeof token === "string" ? { token } : {});
    };
    await recover(stack, { servicesOf });
  }

  async run(operation: Operation, { stop, ...options }: InProcessRunOptions): Promise<ChaosOutcome> {
    const stack = this.#stack;
    switch (stop?.kind) {
      case undefined:
        return this.#runToEnd(operation, options);
      case "engine killed": {
        let outcome: ChaosOutcome | undefined;
        const wasKilled = await stack.killAfterWrites(
          stop.after,
          async () => {
            outcome = await this.#run(operation, options);
          },
          () => {
            stack.engineRuns = !stop.isNoticed;
          },
        );
        stack.engineRuns = true;
        if (wasKilled) this.stops.add(stop.kind);
        else stack.endPlugin();
        return outcome ?? endedOutcome;
      }
      case "plugin killed": {
        const { request, isCarriedOut } = stop;
        const outcome = await this.#run(operation, { ...options, killPlugin: { request, isCarriedOut } });
        if (outcome.failures.some((text) => text.includes("ended during this call")))
          this.stops.add(stop.kind);
        else stack.endPlugin();
        return outcome;
      }
      case "interrupted": {
        const interrupt = new AbortController();
        const ended = new AbortController();
        void stack.clock.sleep(stop.after, ended.signal).then(
          () => {
            this.stops.add(stop.kind);
            interrupt.abort();
          },
          () => undefined,
        );
        const outcome = await this.#runToEnd(operation, { ...options, cancel: interrupt.signal });
        ended.abort();
        return outcome;
      }
    }
  }

  async #runToEnd(operation: Operation, options: RunOptions): Promise<ChaosOutcome> {
    const outcome = await this.#run(operation, options);
    this.#stack.endPlugin();
    return outcome;
  }

  async #run(operation: Operation, options: RunOptions): Promise<ChaosOutcome> {
    const stack = this.#stack;
    stack.messages.length = 0;
    const all = { parallel: this.#parallel, ...options };
    const program = this.#program.run((instanceId) => this.#diskOf(instanceId));
    return this.#outcomeOf(
      await (operation === "up" || operation === "preview"
        ? stack[operation](program, all)
        : stack[operation](all)),
    );
  }

  #outcomeOf(outcome: InProcessOutcome): ChaosOutcome {
    const { events, result, engineError } = outcome;
    return {
      result: engineError ? `${result} ${engineError.message}` : result,
      hasSucceeded: result === "succeeded",
      failures: engineError ? [engineError.message] : failuresOf(outcome),
      messages: [
        ...this.#stack.messages.map(({ message }) => ({ urn: "", text: message })),
        ...events.flatMap((event) => {
          if (event.kind === "stepFailed") return [{ urn: event.step.urn, text: event.message }];
          return event.kind === "message" ? [{ urn: event.urn, text: event.message }] : [];
        }),
      ],
      removed: events.flatMap(removedBy),
      steps: events.flatMap(stepOf),
    };
  }

  /** The id of an instance's disk, which users find in the operator's console. */
  #diskOf(instanceId: unknown): number | undefined {
    return worldOf(this.control).disks.find((disk) => disk.instance_id === instanceId)?.id;
  }

  #editState(edit: (states: readonly ResourceState[]) => readonly ResourceState[]): Promise<void> {
    const { store } = this.#stack;
    return store.save({ ...store.snapshot, resources: edit(store.snapshot.resources) });
  }
}

const endedOutcome: ChaosOutcome = {
  ...{ result: "killed", hasSucceeded: false },
  ...{ messages: [], failures: [], removed: [] },
};

function stepOf(event: EngineEvent): readonly ChaosStep[] {
  if (event.kind !== "stepDone") return [];
  const { kind, urn, type } = event.step;
  return ["same", "refresh"].includes(kind) || !type.startsWith("pulumi-nodejs:") ? [] : [{ kind, urn }];
}

function removedBy(event: EngineEvent): readonly ResourceState[] {
  if (event.kind !== "stepDone" || !event.step.kind.startsWith("delete")) return [];
  const { old } = event.step;
  return old ? [old] : [];
}
