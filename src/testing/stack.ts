import { type Clock, VirtualClock } from "../clock";
import { createEmulator, type Emulator, type Settings, wellKnownTokens } from "../emulator";
import {
  type InProcessOptions,
  type InProcessOutcome,
  MemoryStore,
  type ProgramFunction,
  type ProgramPort,
  runInProcess,
} from "../engine/inprocess";
import { toProviderValues } from "../engine/inprocess/json-values";
import {
  createClaims,
  createLocks,
  type Intent,
  type IntentMemory,
  type IntentStore,
  type Lifecycle,
  type Locks,
  mayRecord,
  memoryIntents,
  memoryObjectRecords,
  memorySeenObjects,
  type ObjectRecords,
  readOrigin,
  type Services,
  type SharedObjectRecords,
  urnOf,
} from "../lifecycle";
import { objectsIn, retainedObjectsIn } from "../plugin/saved-results";
import { stackAccount, stackObjects } from "../plugin/stack-variables";
import type { ResourceClass } from "../resources/resource-class";
import { resourceTypes, withKinds } from "../resources/resource-types";
import type { PropertyMap } from "../state";
import { classRunBy } from "./declare";
import { type PluginKill, PluginProcess } from "./plugin-process";
import { pluginServices, type RunMessage } from "./plugin-services";

export interface TestStackOptions {
  /** Settings of the emulator. Default: its defaults. */
  readonly settings?: Partial<Settings>;
  /** Default: `node`. */
  readonly brand?: string;
  /** The seed of all random values: ids, labels, jitter, faults. Default: 1. */
  readonly seed?: number;
  /** The backend of the state. Stacks of several backends can share a machine and a service. */
  readonly backend?: string;
  /** How far the service's clock is ahead, in milliseconds. Default: 0. */
  readonly serviceClockOffset?: number;
  /** Another stack. The new one shares its service, clock and machine. */
  readonly beside?: TestStack;
  /** The token that the resources use. Default: one with full access. */
  readonly token?: string;
  /** Whether the plugin knows the account and the objects of the state. A plugin that the Pulumi CLI starts does not. Default: true. */
  readonly knowsState?: boolean;
  /** Whether the plugin can look up single objects in the state, as that of the Pulumi CLI can if the state is in a folder. Default: false. */
  readonly readsState?: boolean;
}

/**
 * A stack, its engine and the service in one process on a virtual clock. Programs are functions that declare resources, hours
 * pass in milliseconds, and every fault can be reproduced.
 */
export class TestStack {
  readonly clock: VirtualClock;
  /** The service at `address`. */
  emulator: Emulator;
  address = "http://emulator.test/v4";
  readonly store = new MemoryStore({
    onSave: () => {
      if (this.#writesLeft-- > 0) return;
      this.#onKill();
      throw new Error("The engine was killed.");
    },
  });
  readonly messages: RunMessage[] = [];
  /** Whether the engine still runs when the plugin asks. */
  engineRuns = true;
  #writesLeft = Number.POSITIVE_INFINITY;
  #onKill: () => void = () => undefined;
  readonly #options: TestStackOptions;
  /** The machine on which the runs take place. */
  #machine: Machine;
  /** The plugin processes of the last run: that of the default provider, then one of each explicit provider. */
  #processes: readonly [ProcessRecords, ...ProcessRecords[]];
  readonly #sightings = memorySeenObjects();

  constructor(options: TestStackOptions = {}) {
    const { settings, brand = "node", seed = 1, beside, serviceClockOffset = 0 } = options;
    this.#options = options;
    this.clock = beside?.clock ?? new VirtualClock({ seed });
    this.emulator =
      beside?.emulator ??
      createEmulator({
        clock: aheadBy(this.clock, serviceClockOffset),
        ...{ brand, seed, ...(settings && { settings }) },
      });
    this.#machine = beside ? beside.#machine : newMachine();
    this.#processes = [this.#newRecords()];
  }

  /** Runs `up`. Each run has its own plugin process. */
  up(program: ProgramFunction | ProgramPort, options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "up", program });
  }

  preview(program: ProgramFunction | ProgramPort, options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "preview", program });
  }

  refresh(options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "refresh" });
  }

  destroy(options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "destroy" });
  }

  /**
   * Starts a run whose engine is killed: after this many writes of the state, all further writes fail. The plugin continues
   * and finishes what it started. Returns whether the engine was killed.
   */
  async killAfterWrites(
    writes: number,
    run: () => Promise<unknown>,
    onKill: () => void = () => undefined,
  ): Promise<boolean> {
    this.#writesLeft = writes;
    this.#onKill = onKill;
    await run().catch(() => undefined);
    const killed = this.#writesLeft < 0;
    this.#writesLeft = Number.POSITIVE_INFINITY;
    return killed;
  }

  /** Continues on a machine without records of creates, as with another `NODECLOUD_HOME`. */
  changeMachine(): void {
    this.#machine = newMachine();
    this.#processes = [this.#newRecords()];
  }

  /** Ends the plugin processes of the last run as an engine that is not killed does. */
  endPlugin(): void {
    for (const { intents, deletes } of this.#processes) {
      intents.completeWithSentResults();
      deletes.removeWithSentResults();
    }
  }

  /** The record of a create whose result no run has completed. */
  intentOf(origin: unknown): Intent | undefined {
    const read = readOrigin(origin);
    return read && this.#processes[0].intents.find(read, this.address);
  }

  /** The outputs of a resource in the state, in which a secret is a `Secret`. Undefined if the state does not contain the resource. */
  outputs(name: string): PropertyMap | undefined {
    return this.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;
  }

  #run(options: RunOptions & Pick<InProcessOptions, "operation" | "program">): Promise<InProcessOutcome> {
    this.#processes = [this.#newRecords()];
    const plugin = new PluginProcess(options.killPlugin);
    const handlerFor = lifecyclesOf(plugin, this.services(options, plugin));
    const explicitHandlerFor = (configuration: PropertyMap, urn: string) =>
      this.#startExplicit(options, configuration, urn);
    const hasIntent = ({ inputs }: { readonly inputs: PropertyMap }) => {
      const intent = this.intentOf(inputs.origin);
      return intent !== undefined && mayRecord(intent, inputs.label);
    };
    const runOf = (startedAt: string) => `${this.#options.backend} ${startedAt}`;
    return this.clock.run(
      runInProcess({
        ...{ clock: this.clock, store: this.store, handlerFor, explicitHandlerFor, hasIntent },
        recordCreate: async ({ created }) => void this.#machine.runs.add(runOf(created)),
        isUnknownCreate: (pending, next) =>
          next.inputs.adopt === undefined && !this.#machine.runs.has(runOf(pending.created)),
        leftNothing: ({ created }) => this.#machine.runs.has(runOf(created)),
        ...options,
      }),
    );
  }

  /** Starts the plugin process of an explicit provider. */
  #startExplicit(
    options: ProcessOptions,
    configuration: PropertyMap,
    urn: string,
  ): (text: string) => Lifecycle {
    const plugin = new PluginProcess(options.killPlugin);
    const records = this.#newRecords();
    this.#processes = [...this.#processes, records];
    const { "nodecloud:token": token } = toProviderValues(configuration);
    const own = typeof token === "string" && token !== "" ? { ...options, token } : options;
    return lifecyclesOf(plugin, this.services(own, plugin, records, urn));
  }

  #newRecords(): ProcessRecords {
    const { backend } = this.#options;
    const { intents, deletes } = this.#machine;
    return { intents: memoryIntents(backend, intents), deletes: memoryObjectRecords(backend, deletes) };
  }

  /** The services of a new plugin process. Intents and sightings are kept, because they are files. */
  services(
    { token = this.#options.token ?? wellKnownTokens.full, allowEmpty = false, cancel }: ProcessOptions = {},
    plugin = new PluginProcess(undefined),
    { intents, deletes } = this.#processes[0],
    provider?: string,
  ): Services {
    const { emulator } = this;
    const { resources } = this.store.snapshot;
    const knowsState = this.#options.knowsState !== false;
    const isStackKnown = knowsState && provider === undefined;
    return pluginServices({
      clock: plugin.clock(this.clock),
      emulator: { fetch: (request) => plugin.send(request, emulator.fetch) },
      address: this.address,
      brand: this.#options.brand ?? "node",
      ...{ token, allowEmpty, cancel },
      intents: plugin.intents(intents),
      machineLocks: plugin.locks(this.#machine.locks),
      secretResets: memoryObjectRecords(this.#options.backend, this.#machine.secretResets),
      deletes,
      seenObjects: this.#sightings,
      isStackKnown,
      isInState: ({ origin, id }) =>
        this.#options.readsState ? objectsIn(resources)({ urn: urnOf(origin), id }) : undefined,
      isRetainedInState: ({ origin, id }) =>
        this.#options.readsState ? retainedObjectsIn(resources)({ urn: urnOf(origin), id }) : undefined,
      stackAccount: knowsState ? stackAccount(resources, provider) : undefined,
      claims: createClaims(isStackKnown ? withKinds(stackObjects(resources)) : []),
      isEngineRunning: async () => this.engineRuns,
      onMessage: (message) => void (plugin.isKilled || this.messages.push(message)),
    });
  }
}

/** The records of a plugin process, which know what it has sent to its engine. */
interface ProcessRecords {
  readonly intents: IntentStore;
  readonly deletes: ObjectRecords;
}

/** The lifecycles of a plugin process, by the resource's `__provider`. */
function lifecyclesOf(plugin: PluginProcess, services: Services): (text: string) => Lifecycle {
  // As in the plugin, each lifecycle registers how the others can find its objects.
  for (const { lifecycle } of Object.values(resourceTypes)) lifecycle(services);
  const created = new Map<ResourceClass, Lifecycle>();
  return (text) => {
    const type = classRunBy(text);
    const lifecycle = created.get(type) ?? plugin.lifecycle(resourceTypes[type].lifecycle(services));
    created.set(type, lifecycle);
    return lifecycle;
  };
}

/** The data that all processes on one machine share. */
interface Machine {
  readonly intents: IntentMemory;
  /** Records of resets of secrets. */
  readonly secretResets: SharedObjectRecords;
  /** Records of deletes. */
  readonly deletes: SharedObjectRecords;
  /** The runs that started creates on it. */
  readonly runs: Set<string>;
  readonly locks: Locks;
}

function newMachine(): Machine {
  return {
    intents: new Map(),
    secretResets: new Map(),
    deletes: new Map(),
    runs: new Set(),
    locks: createLocks(),
  };
}

function aheadBy(clock: Clock, offset: number): Clock {
  return {
    now: () => clock.now() + offset,
    random: () => clock.random(),
    token: (length) => clock.token(length),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
}

export type RunOptions = Partial<
  Pick<
    InProcessOptions,
    | "project"
    | "stack"
    | "configuration"
    | "parallel"
    | "replace"
    | "refreshFirst"
    | "clearPendingCreates"
    | "targets"
    | "targetDependents"
    | "excludes"
    | "excludeDependents"
    | "listener"
  >
> &
  ProcessOptions;

/** The dependencies of a plugin process. */
interface ProcessOptions extends CallerOptions, Pick<InProcessOptions, "cancel"> {
  /** When the plugin process is killed. Default: never. */
  readonly killPlugin?: PluginKill;
}

/** The dependencies of a run besides the program. */
interface CallerOptions {
  /** Default: the token of the stack. */
  readonly token?: string;
  /** The option `--allow-empty`. Default: false. */
  readonly allowEmpty?: boolean;
}
