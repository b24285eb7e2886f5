import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, fetchTransport, prepareImageFile, trackServerTime, uploadImageData } from "../client";
import type { Clock } from "../clock";
import type { Emulator } from "../emulator";
import {
  createLocks,
  createSecrets,
  fileHashes,
  logRateLimitWaits,
  redactedLog,
  type Services,
} from "../lifecycle";
import { abortOnInterrupt, Interrupted, interruptController, interruptible } from "../plugin/interruption";

/** A message that a run printed. `about` is the name of the resource, or empty. */
export interface RunMessage {
  readonly kind: "info" | "warn" | "progress";
  readonly message: string;
  readonly about: string;
}

/** The dependencies of a plugin process's services besides the process itself. */
interface ProcessOptions
  extends Pick<
    Services,
    | "address"
    | "intents"
    | "machineLocks"
    | "secretResets"
    | "deletes"
    | "seenObjects"
    | "stackAccount"
    | "isStackKnown"
    | "isInState"
    | "isRetainedInState"
    | "claims"
    | "allowEmpty"
    | "isEngineRunning"
  > {
  readonly clock: Clock;
  readonly emulator: Pick<Emulator, "fetch">;
  readonly brand: string;
  readonly token: string;
  /** Aborted when the engine cancels the run. */
  readonly cancel: AbortSignal | undefined;
  readonly onMessage: (message: RunMessage) => void;
}

/** The services of a new plugin process on a virtual clock. */
export function pluginServices(options: ProcessOptions): Services {
  const { clock: virtual, emulator, brand, token, cancel, onMessage, address, ...shared } = options;
  const interrupt = interruptOf(cancel);
  const clock = interruptible(virtual, interrupt);
  const sender = abortOnInterrupt(
    fetchTransport((request) => emulator.fetch(request)),
    virtual,
    interrupt,
  );
  const { transport, serverTime } = trackServerTime(sender, virtual);
  const secrets = createSecrets();
  secrets.learn(token);
  const record = (kind: RunMessage["kind"]) => (message: string, about?: { readonly name: string }) =>
    onMessage({ kind, message, about: about?.name ?? "" });
  const log = redactedLog(
    {
      info: record("info"),
      warn: record("warn"),
      progress: record("progress"),
      alreadyDeleted: async (what, about) => record("info")(`${what} was already deleted`, about),
      retained: async (reason, severity, about) => record(severity)(reason, about),
    },
    secrets,
  );
  const hooks = logRateLimitWaits(log, virtual);
  return {
    ...shared,
    engine: undefined,
    hasStack: () => undefined,
    client: createClient({ baseUrl: address, token, brand, clock: virtual, transport, interrupt, hooks }),
    prepareImage: (path) => prepareImageFile(path, { signal: interrupt }),
    upload: (upload) => uploadImageData({ ...upload, clock, transport: sender }),
    files: fileHashes(join(tmpdir(), "nodecloud-testing-hashes"), interrupt),
    address,
    clock,
    serverTime,
    log,
    secrets,
    locks: createLocks(),
  };
}

/** Interrupts the plugin when the run is cancelled, as engines do. */
function interruptOf(cancel: AbortSignal | undefined): AbortSignal {
  const interrupt = interruptController();
  cancel?.addEventListener("abort", () => interrupt.abort(new Interrupted()), { once: true });
  return interrupt.signal;
}
