import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, fetchTransport, trackServerTime, uploadImageData } from "../client";
import { VirtualClock } from "../clock";
import { createEmulator, type Emulator, type Settings, wellKnownTokens } from "../emulator";
import {
  type InProcessOptions,
  type InProcessOutcome,
  MemoryStore,
  type ProgramFunction,
  type RegistrationArgs,
  runInProcess,
} from "../engine/inprocess";
import {
  createClaims,
  createLocks,
  createSecrets,
  fileHashes,
  type IntentMemory,
  type IntentStore,
  type Lifecycle,
  type Locks,
  logRateLimitWaits,
  memoryIntents,
  memorySeenObjects,
  redactedLog,
  type Services,
} from "../lifecycle";
import { abortOnInterrupt, Interrupted, interruptController, interruptible } from "../plugin/interruption";
import { type LifecycleName, lifecycles } from "../resources/lifecycles";
import { type PropertyMap, type PropertyValue, Secret } from "../state";

export interface TestStackOptions {
  /** Where the emulator differs from its default. */
  readonly settings?: Partial<Settings>;
  /** Default: `node`. */
  readonly brand?: string;
  /** Of all chance: ids, labels, jitter, faults. Default: 1. */
  readonly seed?: number;
  /** The backend that keeps the state. Stacks in several of them may share a machine and a service. */
  readonly backend?: string;
  /** Another stack, whose service, clock and machine this one shares. */
  readonly beside?: TestStack;
  /** The token that the resources use. Default: one that may do everything. */
  readonly token?: string;
}

/** What was said to the user, by resource name. */
export interface Said {
  readonly kind: "info" | "warn" | "passing";
  readonly message: string;
  readonly about: string;
}

/**
 * A stack, its engine and the service in one process on one virtual clock: programs are functions that declare, hours pass in
 * milliseconds, and every fault can be repeated.
 */
export class TestStack {
  readonly clock: VirtualClock;
  /** The service at the address. */
  emulator: Emulator;
  address = "http://emulator.test/v4";
  readonly store = new MemoryStore({
    onSave: () => {
      if (this.#writesLeft-- <= 0) throw new Error("The engine was killed.");
    },
  });
  readonly said: Said[] = [];
  /** What the plugin finds when it asks whether its engine still runs. */
  engineRuns = true;
  #writesLeft = Number.POSITIVE_INFINITY;
  readonly #options: TestStackOptions;
  /** What plugins on this machine share. */
  readonly #machine: { readonly intents: IntentMemory; readonly locks: Locks };
  readonly #intents: IntentStore;
  readonly #sightings = memorySeenObjects();

  constructor(options: TestStackOptions = {}) {
    const { settings, brand = "node", seed = 1, backend, beside } = options;
    this.#options = options;
    this.clock = beside?.clock ?? new VirtualClock({ seed });
    this.emulator =
      beside?.emulator ?? createEmulator({ clock: this.clock, brand, seed, ...(settings && { settings }) });
    this.#machine = beside ? beside.#machine : { intents: new Map(), locks: createLocks() };
    this.#intents = memoryIntents(backend, this.#machine.intents);
  }

  /** Makes the world and the state as the program declares. Each run is a plugin process of its own. */
  up(program: ProgramFunction, options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "up", program });
  }

  preview(program: ProgramFunction, options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "preview", program });
  }

  refresh(options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "refresh" });
  }

  destroy(options: RunOptions = {}): Promise<InProcessOutcome> {
    return this.#run({ ...options, operation: "destroy" });
  }

  /**
   * Runs something during which the engine dies: after so many writes of the state none gets through any more. The plugin
   * lives on and finishes what it has begun. Answers whether it came to that.
   */
  async killedAfter(writes: number, run: () => Promise<unknown>): Promise<boolean> {
    this.#writesLeft = writes;
    await run().catch(() => undefined);
    const killed = this.#writesLeft < 0;
    this.#writesLeft = Number.POSITIVE_INFINITY;
    return killed;
  }

  /** The outputs of a resource in the state, secrets in clear; undefined when it is not there. */
  outputs(name: string): PropertyMap | undefined {
    return this.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;
  }

  #run(options: RunOptions & Pick<InProcessOptions, "operation" | "program">): Promise<InProcessOutcome> {
    const services = this.services(options);
    // As in the plugin: each knows how to find things of its kind, for the others.
    for (const make of Object.values(lifecycles)) make(services);
    const made = new Map<string, Lifecycle>();
    const handlerFor = (text: string): Lifecycle => {
      const name = lifecycleNameIn(text);
      const lifecycle = made.get(name) ?? lifecycles[name](services);
      made.set(name, lifecycle);
      return lifecycle;
    };
    return this.clock.run(runInProcess({ clock: this.clock, store: this.store, handlerFor, ...options }));
  }

  /** What a plugin process has for itself, new each time but for the intents, which are files. */
  services({
    token = this.#options.token ?? wellKnownTokens.full,
    allowEmpty = false,
    cancel,
  }: CallerOptions & Pick<InProcessOptions, "cancel"> = {}): Services {
    const { brand = "node" } = this.#options;
    const baseUrl = this.address;
    const fetching = fetchTransport((request) => this.emulator.fetch(request));
    const interrupted = interruptOf(cancel);
    const clock = interruptible(this.clock, interrupted);
    const { transport, serverTime } = trackServerTime(
      abortOnInterrupt(fetching, this.clock, interrupted),
      this.clock,
    );
    const secrets = createSecrets();
    secrets.learn(token);
    const say = (kind: Said["kind"]) => (message: string, about?: { readonly name: string }) =>
      void this.said.push({ kind, message, about: about?.name ?? "" });
    const log = redactedLog(
      {
        info: say("info"),
        warn: say("warn"),
        progress: say("passing"),
        alreadyGone: async (what, about) => say("info")(`${what} was already gone`, about),
      },
      secrets,
    );
    const hooks = logRateLimitWaits(log, this.clock);
    return {
      client: createClient({
        baseUrl,
        token,
        brand,
        clock: this.clock,
        transport,
        interrupt: interrupted,
        hooks,
      }),
      upload: (options) => uploadImageData({ ...options, clock, transport }),
      files: fileHashes(join(tmpdir(), "nodecloud-testing-hashes")),
      address: baseUrl,
      clock,
      serverTime,
      log,
      secrets,
      intents: this.#intents,
      locks: createLocks(),
      machineLocks: this.#machine.locks,
      claims: createClaims(),
      seenObjects: this.#sightings,
      allowEmpty,
      isEngineRunning: async () => this.engineRuns,
    };
  }
}

export type RunOptions = Partial<
  Pick<
    InProcessOptions,
    | "parallel"
    | "replace"
    | "refreshFirst"
    | "targets"
    | "targetDependents"
    | "excludes"
    | "excludeDependents"
    | "cancel"
    | "listener"
  >
> &
  CallerOptions;

/** What a run goes by that is not in the program. */
export interface CallerOptions {
  /** Default: the stack's. */
  readonly token?: string;
  /** As `--allow-empty`. */
  readonly allowEmpty?: boolean;
}

/** Declares a resource as its class does, for programs that are functions. */
export function declare(
  type: string,
  name: string,
  inputs: PropertyMap,
  options: Partial<RegistrationArgs> = {},
): RegistrationArgs {
  const lifecycle = Object.keys(lifecycles).find((known) => known.toLowerCase() === type.toLowerCase());
  const properties: Record<string, PropertyValue> = {
    ...inputs,
    __provider: `exports.handler = () => require("pulumi-nodecloud/provider").${lifecycle}`,
    origin: { project: "project", stack: "dev", type, name },
    ...(options.ignoreChanges ? { ignoreChanges: [...options.ignoreChanges] } : {}),
  };
  for (const secret of ["rootPass", "stackscriptData", "card"]) {
    const value = properties[secret];
    if (value !== undefined) properties[secret] = new Secret(value);
  }
  return {
    type: `pulumi-nodejs:dynamic/nodecloud:${type}`,
    name,
    custom: true,
    inputs: properties,
    additionalSecretOutputs: ["applied", "secret", "uploadTo"],
    ...options,
  };
}

/** Engines ask their plugins to cancel when a run is cancelled. */
function interruptOf(cancel: AbortSignal | undefined): AbortSignal {
  const interrupt = interruptController();
  cancel?.addEventListener("abort", () => interrupt.abort(new Interrupted()), { once: true });
  return interrupt.signal;
}

function lifecycleNameIn(text: string): LifecycleName {
  const name = /\.(\w+)$/.exec(text)?.[1] ?? "";
  if (isLifecycleName(name)) return name;
  throw new Error(`No resource is run by ${JSON.stringify(text)}.`);
}

function isLifecycleName(name: string): name is LifecycleName {
  return name in lifecycles;
}
