import { type Emulator, wellKnownTokens } from "../emulator";
import { configurationOf, type InProcessOutcome, type Operation } from "../engine";

import { SdkProgram } from "../engine/program-function/sdk-program";
import { type ProgramService, programServiceKey } from "../lookups/program-service";
import { type Configuration, nameInUrn, stackType } from "../state";
import { type RunOptions, TestStack } from "../testing";
import { checkProgram, checkRunOptions, checkTestStackOptions } from "./check-options";
import { FailedRun } from "./failed-run";
import { type OutputValues, outputValuesOf } from "./output-values";
import type { RunResult } from "./run-result";
import { runResultOf } from "./run-result-of";
import type { TestStackOptions } from "./test-stack-options";
import type { Program, TestedResource, TestedRunOptions, TestedStack } from "./tested-stack";

/** Creates an empty stack, and the service with a new world. Stacks share nothing. */
export async function testStack(options: TestStackOptions = {}): Promise<TestedStack> {
  checkTestStackOptions(options);
  return new StackInProcess(options);
}

class StackInProcess implements TestedStack {
  readonly #stack: TestStack;
  readonly #names: { readonly project: string; readonly stack: string; readonly organization: string };
  readonly #configuration: Configuration;
  readonly #service: ProgramService;
  /** The calls of the program's lookups that still wait for a response. */
  #lookupCalls = 0;

  constructor(options: TestStackOptions) {
    const { project = "project", stack = "dev", organization = "organization", config = {} } = options;
    const { brand = "node", token = wellKnownTokens.full, seed, settings } = options;
    this.#names = { project, stack, organization };
    this.#configuration = configurationOf(
      Object.fromEntries(
        Object.entries(config).map(([key, value]) => [key.includes(":") ? key : `${project}:${key}`, value]),
      ),
    );
    this.#stack = new TestStack({
      brand,
      token,
      ...(seed !== undefined && { seed }),
      // The next refresh sees a change that a test makes.
      settings: { listLagSeconds: 0, ...settings },
    });
    this.#service = {
      baseUrl: this.#stack.address,
      clock: this.#stack.clock,
      fetch: (request) => this.#respondToLookup(request),
      brand,
      token,
    };
  }

  async up(program: Program, options: TestedRunOptions = {}): Promise<RunResult> {
    checkProgram("up", program);
    return this.#run("up", options, program);
  }

  async preview(program: Program, options: TestedRunOptions = {}): Promise<RunResult> {
    checkProgram("preview", program);
    return this.#run("preview", options, program);
  }

  refresh(options: TestedRunOptions = {}): Promise<RunResult> {
    return this.#run("refresh", options);
  }

  destroy(options: TestedRunOptions = {}): Promise<RunResult> {
    return this.#run("destroy", options);
  }

  outputs(): OutputValues {
    const stack = this.#resources().find(({ type }) => type === stackType);
    return outputValuesOf(stack?.outputs ?? {});
  }

  resource(name: string): TestedResource {
    // A replaced resource that could not be deleted has the URN of its replacement.
    const current = this.#resources().filter((state) => !state.delete);
    const found = current.filter(({ urn, type }) => nameInUrn(urn) === name && type !== stackType);
    const [resource, other] = found;
    if (resource === undefined) {
      const names = current.map(({ urn }) => nameInUrn(urn));
      throw new Error(`The state has no resource ${JSON.stringify(name)}. It has: ${names.join(", ")}.`);
    }
    if (other !== undefined) {
      throw new Error(
        `The state has several resources ${JSON.stringify(name)}: ${found.map(({ urn }) => urn).join(", ")}.`,
      );
    }
    const { urn, type, id, protect } = resource;
    const [inputs, outputs] = [outputValuesOf(resource.inputs), outputValuesOf(resource.outputs)];
    return { urn, type, id, inputs, outputs, protect };
  }

  get world() {
    return this.emulator.control.world();
  }

  get calls() {
    return this.emulator.control.requests();
  }

  get faults() {
    return this.emulator.control.faults;
  }

  get emulator(): Emulator {
    return this.#stack.emulator;
  }

  get clock() {
    return this.#stack.clock;
  }

  #resources() {
    return this.#stack.store.snapshot.resources;
  }

  async #run(operation: Operation, options: TestedRunOptions, program?: Program): Promise<RunResult> {
    checkRunOptions(operation, options);
    const printedBefore = this.#stack.messages.length;
    const thrown: unknown[] = [];
    const outcome = await this.#start(operation, options, program, (error) => thrown.push(error));
    this.#stack.endPlugin();
    if (outcome.engineError) throw outcome.engineError;
    const result = runResultOf(outcome, this.#stack.messages.slice(printedBefore));
    if (outcome.result !== "succeeded") throw new FailedRun(operation, result, thrown[0]);
    return result;
  }

  #start(
    operation: Operation,
    { refresh = false, replace = [], targets = [] }: TestedRunOptions,
    program: Program | undefined,
    onError: (error: unknown) => void,
  ): Promise<InProcessOutcome> {
    const { project, stack } = this.#names;
    const configuration = this.#configuration;
    const options: RunOptions = { project, stack, configuration, refreshFirst: refresh, replace, targets };
    if (operation === "refresh") return this.#stack.refresh(options);
    if (operation === "destroy") return this.#stack.destroy(options);
    const port = new SdkProgram({
      ...this.#names,
      program: program ?? (() => undefined),
      monitorProperties: { [programServiceKey]: this.#service },
      isBusy: () => this.#lookupCalls > 0,
      onError,
    });
    return operation === "preview" ? this.#stack.preview(port, options) : this.#stack.up(port, options);
  }

  async #respondToLookup(request: Request): Promise<Response> {
    this.#lookupCalls++;
    try {
      return await this.emulator.fetch(request);
    } finally {
      this.#lookupCalls--;
    }
  }
}
