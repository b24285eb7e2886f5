import { VirtualClock } from "../../src/clock";
import {
  type DynamicProvider,
  type EngineEvent,
  type InProcessOptions,
  type InProcessOutcome,
  type JsonMap,
  MemoryStore,
  type ProgramFunction,
  type RegistrationArgs,
  runInProcess,
  type StepKind,
} from "../../src/engine";
import type { ResourceState, Snapshot } from "../../src/state";

export const type = "pulumi-nodejs:dynamic/test:Thing";
const code = "exports.handler = () => thing";
export const urnOf = (name: string, chain = type) => `urn:pulumi:dev::project::${chain}::${name}`;

/** A service with objects of one kind, a provider for them, and a stack's state that is kept between runs. */
export class World {
  readonly clock = new VirtualClock();
  readonly things = new Map<string, JsonMap>();
  readonly calls: string[] = [];
  store = new MemoryStore({ onSave: (snapshot) => this.snapshots.push(snapshot) });
  readonly snapshots: Snapshot[] = [];
  /** Functions that run during a call. A test sets them to delay a call or let it fail. */
  onCreate: (inputs: JsonMap, id: string) => Promise<void> = async () => undefined;
  onUpdate: (id: string, news: JsonMap) => Promise<void> = async () => undefined;
  onDelete: (id: string) => Promise<void> = async () => undefined;
  onRead: (id: string, properties: JsonMap) => Promise<unknown> = async (id, properties) =>
    this.things.has(id) ? { id, props: { ...properties, ...this.things.get(id) } } : {};
  onDiff: (id: string) => Promise<void> = async () => undefined;
  /** The properties whose change replaces a resource, and whether the original is deleted first. */
  replacing: readonly string[] = ["region"];
  deleteFirst = false;
  onCheck: (olds: JsonMap, news: JsonMap) => Promise<unknown> = async (_olds, news) => ({ inputs: news });

  constructor(public nextId = 1) {}

  readonly provider: DynamicProvider = {
    check: (olds, news) => this.onCheck(olds, news),
    diff: async (id, olds, news) => {
      await this.onDiff(id);
      const changed = Object.keys(news).filter(
        (name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]),
      );
      return {
        changes: changed.length > 0,
        replaces: changed.filter((name) => this.replacing.includes(name)),
        deleteBeforeReplace: this.deleteFirst,
      };
    },
    create: async (inputs) => {
      const id = `${this.nextId++}`;
      this.calls.push(`create ${inputs.name} as ${id}`);
      await this.onCreate(inputs, id);
      this.things.set(id, inputs);
      return { id, outs: { ...inputs, address: `10.0.0.${id}` } };
    },
    update: async (id, _olds, news) => {
      this.calls.push(`update ${id}`);
      await this.onUpdate(id, news);
      this.things.set(id, news);
      return { outs: { ...news, address: `10.0.0.${id}` } };
    },
    read: (id, properties = {}) => this.onRead(id, properties),
    delete: async (id) => {
      this.calls.push(`delete ${id}`);
      await this.onDelete(id);
      this.things.delete(id);
    },
  };

  run(
    operation: InProcessOptions["operation"],
    program?: ProgramFunction,
    more: Partial<InProcessOptions> = {},
  ): Promise<InProcessOutcome> {
    this.calls.length = 0;
    return this.clock.run(
      runInProcess({
        operation,
        clock: this.clock,
        store: this.store,
        handlerFor: () => this.provider,
        ...(program && { program }),
        ...more,
      }),
    );
  }

  up(program: ProgramFunction, more: Partial<InProcessOptions> = {}): Promise<InProcessOutcome> {
    return this.run("up", program, more);
  }

  /** The resource of this name in the stored state that is not marked for deletion. */
  state(name: string): ResourceState | undefined {
    return this.store.snapshot.resources.find(
      (state) => state.urn.endsWith(`::${name}`) && !state.delete && state.type !== "pulumi:pulumi:Stack",
    );
  }

  /** The names of the resources in the stored state, in order, without the stack and the default provider. */
  names(): string[] {
    return this.store.snapshot.resources
      .filter(({ type: kind }) => !kind.startsWith("pulumi:"))
      .map(
        (state) =>
          `${state.urn.split("::").at(-1)}${state.delete ? " (delete)" : ""}${state.pendingReplacement ? " (pending)" : ""}`,
      );
  }
}

/** The registration of a resource, with defaults for everything that is not given. */
export function thing(
  name: string,
  inputs: RegistrationArgs["inputs"] = {},
  more: Partial<RegistrationArgs> = {},
): RegistrationArgs {
  return { type, name, inputs: { __provider: code, name, region: "north", ...inputs }, ...more };
}

/** A program that registers these resources, one after the other. */
export function programWith(...registrations: readonly RegistrationArgs[]): ProgramFunction {
  return async (register) => {
    for (const registration of registrations) await register(registration);
    return {};
  };
}

/** A program with the resource `a`. */
export function oneThing(
  inputs: RegistrationArgs["inputs"] = {},
  more: Partial<RegistrationArgs> = {},
): ProgramFunction {
  return programWith(thing("a", inputs, more));
}

/** A program with two resources. The second uses the address of the first. */
export function pair(region = "north", label = "x"): ProgramFunction {
  return async (register, { output }) => {
    const first = await register(thing("first", { region }));
    await register(
      thing(
        "second",
        { peer: output(first, "address"), label },
        { propertyDependencies: { peer: [first.urn] } },
      ),
    );
    return { address: output(first, "address") };
  };
}

/** Kind and name of every completed step, such as `create first`, without the stack and the default provider. */
export function stepsOf(outcome: { readonly events: readonly EngineEvent[] }): string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepDone" && !event.step.type.startsWith("pulumi:")
      ? [`${event.step.kind} ${event.step.name}`]
      : [],
  );
}

export function stepOf(outcome: { readonly events: readonly EngineEvent[] }, kind: StepKind, name: string) {
  return outcome.events.flatMap((event) =>
    event.kind === "stepDone" && event.step.kind === kind && event.step.name === name ? [event.step] : [],
  )[0];
}

export function errorsOf(outcome: { readonly events: readonly EngineEvent[] }): string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepFailed" || (event.kind === "message" && event.severity === "error")
      ? [event.message]
      : [],
  );
}

/** Kind and name of every failed step, such as `create first`. */
export function failuresOf(outcome: { readonly events: readonly EngineEvent[] }): string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepFailed" ? [`${event.step.kind} ${event.step.name}`] : [],
  );
}
