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
  /** Settings of the emulator. Default: its defaults. */
  readonly settings?: Partial<Settings>;
  /** Default: `node`. */
  readonly brand?: string;
  /** The seed of all random values: ids, labels, jitter, faults. Default: 1. */
  readonly seed?: number;
  /** The backend of the state. Stacks of several backends can share a machine and a service. */
  readonly backend?: string;
  /** Another stack. The new one shares its service, clock and machine. */
  readonly beside?: TestStack;
  /** The token that the resources use. Default: one with full access. */
  readonly token?: string;
}

/** A message that a run printed. `about` is the name of the resource, or empty. */
export interface RunMessage {
  readonly kind: "info" | "warn" | "progress";
  readonly message: string;
  readonly about: string;
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
      if (this.#writesLeft-- <= 0) throw new Error("The engine was killed.");
    },
  });
  readonly messages: RunMessage[] = [];
  /** Whether the engine still runs when the plugin asks. */
  engineRuns = true;
  #writesLeft = Number.POSITIVE_INFINITY;
  readonly #options: TestStackOptions;
  /** What all plugin processes on this machine share. */
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

  /** Runs `up`. Each run has its own plugin process. */
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
   * Starts a run whose engine is killed: after this many writes of the state, all further writes fail. The plugin continues
   * and finishes what it started. Returns whether the engine was killed.
   */
  async killAfterWrites(writes: number, run: () => Promise<unknown>): Promise<boolean> {
    this.#writesLeft = writes;
    await run().catch(() => undefined);
    const killed = this.#writesLeft < 0;
    this.#writesLeft = Number.POSITIVE_INFINITY;
    return killed;
  }

  /** The outputs of a resource in the state, with secrets in plain text. Undefined: the state does not have it. */
  outputs(name: string): PropertyMap | undefined {
    return this.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;
  }

  #run(options: RunOptions & Pick<InProcessOptions, "operation" | "program">): Promise<InProcessOutcome> {
    const services = this.services(options);
    // As in the plugin: each lifecycle registers how its objects are found, for the others.
    for (const make of Object.values(lifecycles)) make(services);
    const created = new Map<string, Lifecycle>();
    const handlerFor = (text: string): Lifecycle => {
      const name = lifecycleNameIn(text);
      const lifecycle = created.get(name) ?? lifecycles[name](services);
      created.set(name, lifecycle);
      return lifecycle;
    };
    return this.clock.run(runInProcess({ clock: this.clock, store: this.store, handlerFor, ...options }));
  }

  /** The services of a new plugin process. Intents and sightings are kept, because they are files. */
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
    const record = (kind: RunMessage["kind"]) => (message: string, about?: { readonly name: string }) =>
      void this.messages.push({ kind, message, about: about?.name ?? "" });
    const log = redactedLog(
      {
        info: record("info"),
        warn: record("warn"),
        progress: record("progress"),
        alreadyGone: async (what, about) => record("info")(`${what} was already gone`, about),
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

/** What a run depends on besides the program. */
export interface CallerOptions {
  /** Default: the token of the stack. */
  readonly token?: string;
  /** The option `--allow-empty`. Default: false. */
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

/** Interrupts the plugin when the run is cancelled, as engines do. */
function interruptOf(cancel: AbortSignal | undefined): AbortSignal {
  const interrupt = interruptController();
  cancel?.addEventListener("abort", () => interrupt.abort(new Interrupted()), { once: true });
  return interrupt.signal;
}

function lifecycleNameIn(text: string): LifecycleName {
  const name = /\.(\w+)$/.exec(text)?.[1] ?? "";
  if (isLifecycleName(name)) return name;
  throw new Error(`${JSON.stringify(text)} names no lifecycle.`);
}

function isLifecycleName(name: string): name is LifecycleName {
  return name in lifecycles;
}
