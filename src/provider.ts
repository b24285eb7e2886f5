import type * as pulumi from "@pulumi/pulumi";
import { axiosTransport, createClient, trackServerTime, uploadImageData } from "./client";
import { realClock } from "./clock";
import { resolveSettings } from "./config";
import {
  createClaims,
  createLocks,
  createSecrets,
  fileHashes,
  intentFiles,
  type Lifecycle,
  logRateLimitWaits,
  type Properties,
  redactedLog,
  type Services,
  seenObjectFiles,
} from "./lifecycle";
import { engineLog } from "./plugin/engine-log";
import { EngineWatch } from "./plugin/engine-watch";
import { abortOnInterrupt, cancelSignal, interruptController, interruptible } from "./plugin/interruption";
import { machineLocks } from "./plugin/machine-locks";
import {
  hashesFolder,
  intentsFolder,
  isEngineListening,
  locksFolder,
  seenObjectsFolder,
} from "./plugin/process";
import { backendOf } from "./plugin/state-identity";
import { type LifecycleName, lifecycles } from "./resources/lifecycles";
import { messageOf } from "./unknown";

/** What the engine's plugin process shares: its resources read, wait and queue together. */
class Plugin {
  #configuration: pulumi.dynamic.Config | undefined;
  #services: Services | undefined;
  readonly #watch = new EngineWatch({
    clock: realClock,
    isEngineListening: () => isEngineListening(process.argv[2]),
    end: () => process.exit(1),
  });

  constructor() {
    if (isPlugin()) void this.#watch.watch();
  }

  /** What the plugin calls for one kind of resource. */
  handler(name: LifecycleName): pulumi.dynamic.ResourceProvider {
    let made: Lifecycle | undefined;
    const lifecycle = () => {
      made ??= lifecycles[name](this.#shared());
      return made;
    };
    return {
      // Calls may come before this is through: it only takes note.
      configure: async ({ config }: pulumi.dynamic.ConfigureRequest) => {
        this.#configuration ??= config;
      },
      check: (olds: Properties, news: Properties) => plainly(() => lifecycle().check(olds, news)),
      diff: (id: string, olds: Properties, news: Properties) =>
        plainly(() => lifecycle().diff(id, olds, news)),
      create: async (news: Properties) => lifecycle().create(news),
      read: (id: string, props?: Properties) => plainly(() => lifecycle().read(id, props)),
      update: async (id: string, olds: Properties, news: Properties) => lifecycle().update(id, olds, news),
      delete: async (id: string, props: Properties) => {
        await plainly(() => lifecycle().delete(id, props));
      },
    };
  }

  #shared(): Services {
    if (this.#services === undefined) {
      this.#services = this.#connect();
      // Each knows how to find things of its kind, for the others.
      for (const make of Object.values(lifecycles)) make(this.#services);
    }
    return this.#services;
  }

  #connect(): Services {
    const settings = resolveSettings({ stack: (key) => this.#configuration?.get(key) });
    const backend = backendOf({ env: process.env, cwd: process.cwd() });
    const intents = intentFiles(intentsFolder(), backend, realClock);
    const secrets = createSecrets();
    secrets.learn(settings.token);
    // Engines end their plugins with an interrupt when a run is over, after they have recorded every answer.
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        intents.completeAnswered();
        process.exit(0);
      });
    }
    const log = redactedLog(engineLog(process.argv[2]), secrets);
    const interrupt = isPlugin() ? cancelSignal() : interruptController().signal;
    const clock = interruptible(realClock, interrupt);
    const guarded = this.#watch.requireEngine(axiosTransport());
    const { transport, serverTime } = trackServerTime(
      abortOnInterrupt(guarded, realClock, interrupt),
      realClock,
    );
    return {
      client: createClient({ ...settings, transport, interrupt, hooks: logRateLimitWaits(log, realClock) }),
      upload: (options) => uploadImageData({ ...options, transport, clock }),
      files: fileHashes(hashesFolder()),
      address: settings.baseUrl,
      clock,
      serverTime,
      log,
      secrets,
      intents,
      locks: createLocks(),
      machineLocks: machineLocks(locksFolder(), clock),
      claims: createClaims(),
      seenObjects: seenObjectFiles(seenObjectsFolder(), backend),
      allowEmpty: process.env.NODECLOUD_ALLOW_EMPTY === "1",
      isEngineRunning: () => this.#watch.isEngineRunning(),
    };
  }
}

/** Whether an engine started this process: its address is the first argument. */
function isPlugin(): boolean {
  return /^(127\.0\.0\.1|localhost):\d+$/.test(process.argv[2] ?? "");
}

/** The plugin prints errors of these calls with their stacks, which tell a user nothing: the message alone goes out. */
async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const plain = new Error(messageOf(error));
    plain.name = "";
    plain.stack = "";
    throw plain;
  }
}

const plugin = new Plugin();

export const backupSchedule = plugin.handler("backupSchedule");
export const image = plugin.handler("image");
export const instance = plugin.handler("instance");
export const oauthClient = plugin.handler("oauthClient");
export const paymentMethod = plugin.handler("paymentMethod");
