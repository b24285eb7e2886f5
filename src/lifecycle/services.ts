import type { Client, ImageFile, ServerTime, UploadOptions } from "../client";
import type { Clock } from "../clock";
import type { Claims } from "./identity/claims";
import type { ResourceOrigin } from "./identity/origin";
import type { Locks, MachineLocks } from "./locks";
import type { Log } from "./log";
import type { SeenObjectStore } from "./objects/seen-objects";
import type { Intent, IntentStore } from "./records/intents";
import type { ObjectRecords } from "./records/object-records";
import type { Secrets } from "./secrets";
import type { FileHashes } from "./values/file-hashes";

/** The services that the resources of one plugin process share. */
export interface Services {
  readonly client: Client;
  /** Prepares the file of an image for upload, until the run is interrupted. */
  readonly prepareImage: (path: string) => Promise<ImageFile>;
  /** Sends the data of an image to its upload address. */
  readonly upload: (options: Omit<UploadOptions, "clock" | "transport">) => Promise<void>;
  readonly files: FileHashes;
  /** The address of the service. It distinguishes the intents of two services. */
  readonly address: string;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly log: Log;
  readonly intents: IntentStore;
  readonly locks: Locks;
  /** Locks between all processes on this machine. */
  readonly machineLocks: MachineLocks;
  readonly claims: Claims;
  readonly secrets: Secrets;
  /** The last resets of secrets. */
  readonly secretResets: ObjectRecords;
  /** Deletes in progress. */
  readonly deletes: ObjectRecords;
  readonly seenObjects: SeenObjectStore;
  /** The account (`euuid`) that the stack's objects belong to, if the process that started the plugin passed it. */
  readonly stackAccount: string | undefined;
  /** Whether the process that started the plugin passed the objects of the state, as the embedded engine does. */
  readonly isStackKnown: boolean;
  /** The address of the engine that started this plugin, which distinguishes its run from others. */
  readonly engine: string | undefined;
  /** Whether the state's backend has a stack. Undefined if that is unknown. */
  readonly hasStack: (stack: Pick<ResourceOrigin, "project" | "stack">) => boolean | undefined;
  /** Whether the state had the object of a create when this was first called. Undefined if that is unknown. */
  readonly isInState: (create: Pick<Intent, "origin" | "id">) => boolean | undefined;
  /**
   * Whether the state has the option `retainOnDelete` for an object, also one that a component or a transform sets. Undefined if that is
   * unknown.
   */
  readonly isRetainedInState: (create: Pick<Intent, "origin" | "id">) => boolean | undefined;
  /** Whether the user confirmed that no object of the stack exists (`--allow-empty`). */
  readonly allowEmpty: boolean;
  /** Whether the engine that started this plugin still runs: a plugin outlives an engine that is killed. */
  readonly isEngineRunning: () => Promise<boolean>;
}

/** The services needed to read objects. */
export type ReadServices = Pick<Services, "client" | "clock">;

/** Creates one value for each set of services on first use, which the resources of one type share. */
export function cachedPerServices<T, S extends object = Services>(
  make: (services: S) => T,
): (services: S) => T {
  const values = new WeakMap<S, { readonly value: T }>();
  return (services) => {
    let entry = values.get(services);
    if (!entry) {
      entry = { value: make(services) };
      values.set(services, entry);
    }
    return entry.value;
  };
}
