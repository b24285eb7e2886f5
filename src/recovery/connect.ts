import { axiosTransport, createClient, type Transport, trackServerTime, uploadImageData } from "../client";
import type { Clock } from "../clock";
import type { Settings } from "../config";
import { readOnly } from "../drift/read-only-transport";
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

export interface ConnectOptions {
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
  readonly services: Services;
  /** Only reads can be sent before this is called. */
  readonly allowWrites: () => void;
}

/** The services of the lifecycles, as in the plugin of a run. */
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
  secrets.learn(settings.token);
  const report = (kind: "warning" | "progress") => (message: string) => onMessage(kind, message);
  const log = redactedLog(
    {
      info: report("progress"),
      warn: report("warning"),
      progress: report("progress"),
      alreadyDeleted: async (object) => onMessage("progress", `${object} was already deleted`),
    },
    secrets,
  );
  const reading = readOnly(http);
  let mayWrite = false;
  const gatedTransport: Transport = (request) => (mayWrite ? http(request) : reading(request));
  const sender = abortOnInterrupt(gatedTransport, realTime, interrupt);
  const { transport, serverTime } = trackServerTime(sender, realTime);
  const hooks = logRateLimitWaits(log, realTime);
  const services = {
    client: createClient({ ...settings, transport, clock: realTime, interrupt, hooks }),
    upload: (options: Parameters<Services["upload"]>[0]) =>
      uploadImageData({ ...options, transport: sender, clock }),
    files: fileHashes(hashesFolder(env)),
    address: settings.baseUrl,
    ...{ clock, serverTime, log, secrets },
    intents: intentFiles(intentsFolder(env), backend, realTime),
    locks: createLocks(),
    machineLocks: machineLocks(locksFolder(env), clock),
    claims: createClaims(),
    secretResets: objectRecordFiles(resetsFolder(env), backend),
    deletes: objectRecordFiles(deletesFolder(env), backend),
    seenObjects: seenObjectFiles(seenObjectsFolder(env), backend),
    stackAccount: undefined,
    isStackKnown: true,
    engine: undefined,
    hasStack: () => undefined,
    allowEmpty: env.NODECLOUD_ALLOW_EMPTY === "1",
    isEngineRunning: async () => true,
  };
  return {
    services,
    allowWrites: () => {
      mayWrite = true;
    },
  };
}
