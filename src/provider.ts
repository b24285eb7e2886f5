import type * as pulumi from "@pulumi/pulumi";
import { axiosTransport, createClient, prepareImageFile, trackServerTime, uploadImageData } from "./client";
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
  objectRecordFiles,
  type Properties,
  redactedLog,
  type Services,
  seenObjectFiles,
} from "./lifecycle";
import { engineLog } from "./plugin/engine-log";
import { EngineWatch } from "./plugin/engine-watch";
import { hasStack } from "./plugin/existing-stacks";
import {
  deletesFolder,
  hashesFolder,
  intentsFolder,
  isEngineListening,
  locksFolder,
  resetsFolder,
  seenObjectsFolder,
} from "./plugin/folders";
import { abortOnInterrupt, cancelSignal, interruptController, interruptible } from "./plugin/interruption";
import { machineLocks } from "./plugin/machine-locks";
import { explainRecordedToken } from "./plugin/recorded-token";
import { resultsInState, retainedInState, savedResults } from "./plugin/saved-results";
import { StackAgent } from "./plugin/stack-agent";
import { readStackObjects } from "./plugin/stack-variables";
import { backendOf } from "./plugin/state-identity";
import type { ResourceClass } from "./resources/resource-class";
import { resourceTypes, withKinds } from "./resources/resource-types";
import { messageOf } from "./unknown";

/** The services that the resources in the engine's plugin process share, so that they read, wait and queue together. */
class Plugin {
  #configuration: pulumi.dynamic.Config | undefined;
  #services: Services | undefined;
  /** Whether the token may be an older one than that of the program or the configuration: the engine took it from the state. */
  #isTokenRecorded = false;
  readonly #agent = new StackAgent();
  readonly #watch = new EngineWatch({
    clock: realClock,
    isEngineListening: () => isEngineListening(process.argv[2]),
    end: () => process.exit(1),
  });

  constructor() {
    if (isPlugin()) void this.#watch.watch();
  }

  /** The provider of one resource type, as the plugin calls it. */
  handler(type: ResourceClass): pulumi.dynamic.ResourceProvider {
    let created: Lifecycle | undefined;
    const lifecycle = () => {
      created ??= resourceTypes[type].lifecycle(this.#shared());
      return created;
    };
    const isTokenRecorded = () => this.#isTokenRecorded;
    return {
      // Other calls may arrive before this one has ended.
      configure: async ({ config }: pulumi.dynamic.ConfigureRequest) => {
        this.#configuration ??= config;
      },
      check: (olds: Properties, news: Properties) => withoutStack(() => lifecycle().check(olds, news)),
      diff: (id: string, olds: Properties, news: Properties) =>
        withoutStack(() => lifecycle().diff(id, olds, news)),
      create: async (news: Properties) => {
        this.#agent.learn(news);
        return lifecycle().create(news);
      },
      read: (id: string, props?: Properties) =>
        withoutStack(() => explainRecordedToken(isTokenRecorded, () => lifecycle().read(id, props))),
      update: async (id: string, olds: Properties, news: Properties) => lifecycle().update(id, olds, news),
      delete: async (id: string, props: Properties) => {
        await withoutStack(() => explainRecordedToken(isTokenRecorded, () => lifecycle().delete(id, props)));
      },
    };
  }

  #shared(): Services {
    if (this.#services === undefined) {
      this.#services = this.#connect();
      // Each resource type registers how the others can find its objects.
      for (const { lifecycle } of Object.values(resourceTypes)) lifecycle(this.#services);
    }
    return this.#services;
  }

  #connect(): Services {
    const settings = resolveSettings({ stack: (key) => this.#configuration?.get(key) });
    const isStackKnown = process.env.NODECLOUD_STACK_OBJECTS !== undefined;
    // The embedded engine configures its default provider with the current configuration.
    this.#isTokenRecorded = settings.sources.token === "stack" && !isStackKnown;
    const backend = backendOf({ env: process.env, cwd: process.cwd() });
    const engine = isPlugin() ? process.argv[2] : undefined;
    const intents = intentFiles(intentsFolder(), backend, realClock, engine);
    const deletes = objectRecordFiles(deletesFolder(), backend);
    const secrets = createSecrets();
    secrets.learn(settings.token);
    // Engines end their plugins with a signal after a run, when they have recorded every response, unless they could not write the state.
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        try {
          intents.completeWithSentResults(savedResults(backend));
          deletes.removeWithSentResults();
        } catch (error) {
          // The next run completes the records.
          console.error(messageOf(error));
        }
        process.exit(0);
      });
    }
    const log = redactedLog(engineLog(process.argv[2]), secrets);
    const interrupt = isPlugin() ? cancelSignal() : interruptController().signal;
    const clock = interruptible(realClock, interrupt);
    const guarded = this.#watch.requireEngine(this.#agent.nameStack(axiosTransport()));
    const sender = abortOnInterrupt(guarded, realClock, interrupt);
    const { transport, serverTime } = trackServerTime(sender, realClock);
    return {
      client: createClient({ ...settings, transport, interrupt, hooks: logRateLimitWaits(log, realClock) }),
      prepareImage: (path) => prepareImageFile(path, { signal: interrupt }),
      upload: (options) => uploadImageData({ ...options, transport: sender, clock }),
      files: fileHashes(hashesFolder(), interrupt),
      address: settings.baseUrl,
      clock,
      serverTime,
      log,
      secrets,
      intents,
      locks: createLocks(),
      machineLocks: machineLocks(locksFolder(), clock),
      claims: createClaims(withKinds(readStackObjects(process.env.NODECLOUD_STACK_OBJECTS))),
      secretResets: objectRecordFiles(resetsFolder(), backend),
      deletes,
      seenObjects: seenObjectFiles(seenObjectsFolder(), backend),
      stackAccount: process.env.NODECLOUD_STACK_ACCOUNT || undefined,
      isStackKnown,
      engine,
      hasStack: (stack) => hasStack(backend, stack),
      isInState: resultsInState(backend),
      isRetainedInState: retainedInState(backend),
      allowEmpty: process.env.NODECLOUD_ALLOW_EMPTY === "1",
      isEngineRunning: () => this.#watch.isEngineRunning(),
    };
  }
}

/** Whether an engine started this process. The engine's address is the first argument. */
function isPlugin(): boolean {
  return /^(127\.0\.0\.1|localhost):\d+$/.test(process.argv[2] ?? "");
}

/** The plugin prints errors of these calls with their stacks, which do not help users. Only the message is kept. */
async function withoutStack<T>(work: () => Promise<T>): Promise<T> {
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

export const backupSchedule = plugin.handler("BackupSchedule");
export const image = plugin.handler("Image");
export const instance = plugin.handler("Instance");
export const oauthClient = plugin.handler("OAuthClient");
export const paymentMethod = plugin.handler("PaymentMethod");
