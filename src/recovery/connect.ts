import {
  axiosTransport,
  createClient,
  prepareImageFile,
  type Transport,
  trackServerTime,
  uploadImageData,
} from "../client";
import type { Clock } from "../clock";
import { overrideWarning, resolveSettings, type Settings } from "../config";
import { readOnly } from "../drift/read-only-transport";
import { toProviderValues } from "../engine/inprocess/json-values";
import {
  createClaims,
  createLocks,
  createSecrets,
  fileHashes,
  intentFiles,
  logRateLimitWaits,
  objectRecordFiles,
  redactedLog,
  type Services,
  seenObjectFiles,
} from "../lifecycle";
import {
  deletesFolder,
  hashesFolder,
  intentsFolder,
  locksFolder,
  resetsFolder,
  seenObjectsFolder,
} from "../plugin/folders";
import { abortOnInterrupt, interruptible } from "../plugin/interruption";
import { machineLocks } from "../plugin/machine-locks";
import { configurationOf, type PropertyMap, variableMappingsOf, withMappedVariables } from "../state";

export interface ConnectOptions {
  /** The settings of the default provider. */
  readonly settings: Settings;
  /** The identity of the state's backend, under which intents are stored. */
  readonly backend: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly interrupt: AbortSignal;
  /** Called with warnings and with progress. */
  readonly onMessage: (kind: "warning" | "progress", message: string) => void;
  /** Default: over HTTP. */
  readonly transport?: Transport;
}

export interface RecoveryConnection {
  /** The services for the resources of the default provider. */
  readonly services: Services;
  /**
   * The services for the resources of an explicit provider, from its inputs.
   * @throws NodecloudError `configuration` if neither the environment nor the inputs have an address.
   */
  readonly servicesOf: (inputs: PropertyMap) => Services;
  /** Only reads can be sent before this is called. */
  readonly allowWrites: () => void;
}

/** The services of the lifecycles, as in the plugins of a run. */
export function connect({
  settings,
  backend,
  env,
  clock: realTime,
  interrupt,
  onMessage,
  transport: http = axiosTransport(),
}: ConnectOptions): RecoveryConnection {
  const clock = interruptible(realTime, interrupt);
  const secrets = createSecrets();
  const report = (kind: "warning" | "progress") => (message: string) => onMessage(kind, message);
  const log = redactedLog(
    {
      info: report("progress"),
      warn: report("warning"),
      progress: report("progress"),
      alreadyDeleted: async (object) => onMessage("progress", `${object} was already deleted`),
      retained: async (reason, severity) => onMessage(severity === "warn" ? "warning" : "progress", reason),
    },
    secrets,
  );
  const reading = readOnly(http);
  let mayWrite = false;
  const gatedTransport: Transport = (request) => (mayWrite ? http(request) : reading(request));
  const sender = abortOnInterrupt(gatedTransport, realTime, interrupt);
  const hooks = logRateLimitWaits(log, realTime);
  const shared = {
    prepareImage: (path: string) => prepareImageFile(path, { signal: interrupt }),
    upload: (options: Parameters<Services["upload"]>[0]) =>
      uploadImageData({ ...options, transport: sender, clock }),
    files: fileHashes(hashesFolder(env), interrupt),
    ...{ clock, log, secrets },
    intents: intentFiles(intentsFolder(env), backend, realTime),
    machineLocks: machineLocks(locksFolder(env), clock),
    secretResets: objectRecordFiles(resetsFolder(env), backend),
    deletes: objectRecordFiles(deletesFolder(env), backend),
    seenObjects: seenObjectFiles(seenObjectsFolder(env), backend),
    stackAccount: undefined,
    isStackKnown: true,
    engine: undefined,
    hasStack: () => undefined,
    isInState: () => undefined,
    isRetainedInState: () => undefined,
    allowEmpty: env.NODECLOUD_ALLOW_EMPTY === "1",
    isEngineRunning: async () => true,
  };
  const connectWith = (used: Settings): Services => {
    secrets.learn(used.token);
    const { transport, serverTime } = trackServerTime(sender, realTime);
    return {
      ...shared,
      client: createClient({ ...used, transport, clock: realTime, interrupt, hooks }),
      address: used.baseUrl,
      serverTime,
      locks: createLocks(),
      claims: createClaims(),
    };
  };
  return {
    services: connectWith(settings),
    servicesOf: (inputs) => {
      const places = placesOf(inputs, env);
      const warning = overrideWarning("The resources of an explicit provider are read", places);
      if (warning !== undefined) onMessage("warning", warning);
      return connectWith(resolveSettings(places));
    },
    allowWrites: () => {
      mayWrite = true;
    },
  };
}

/** Where the settings of an explicit provider are, as for its plugin: the environment comes before its inputs. */
function placesOf(inputs: PropertyMap, env: NodeJS.ProcessEnv) {
  const configuration = toProviderValues(configurationOf(inputs));
  return {
    env: withMappedVariables(env, variableMappingsOf(inputs)),
    stack: (key: string) => {
      const value = configuration[key];
      return typeof value === "string" ? value : undefined;
    },
  };
}
