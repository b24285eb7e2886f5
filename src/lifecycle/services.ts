import type { Client, ServerTime, UploadOptions } from "../client";
import type { Clock } from "../clock";
import type { Claims } from "./claims";
import type { ResourceOrigin } from "./definition";
import type { FileHashes } from "./file-hashes";
import type { IntentStore } from "./intents";
import type { Locks } from "./locks";

import type { Secrets } from "./secrets";
import type { SeenObjectStore } from "./seen-objects";

/** What the resources of one plugin process share. */
export interface Services {
  readonly client: Client;
  /** Sends an image's data to the address that the service gave for it. */
  readonly upload: (options: Omit<UploadOptions, "clock" | "transport">) => Promise<void>;
  readonly files: FileHashes;
  /** The address of the service, which tells the intents of two services apart. */
  readonly address: string;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly log: Log;
  readonly intents: IntentStore;
  readonly locks: Locks;
  /** The same between all processes on this machine. */
  readonly machineLocks: Locks;
  readonly claims: Claims;
  readonly secrets: Secrets;
  readonly seenObjects: SeenObjectStore;
  /** Whether the user knows that everything of the stack is gone. */
  readonly allowEmpty: boolean;
  /** Whether the engine that asked still runs: a plugin outlives an engine that is killed. */
  readonly isEngineRunning: () => Promise<boolean>;
}

/** Words to the user, with the resource that they are about. */
export interface Log {
  info(message: string, about?: ResourceOrigin): void;
  warn(message: string, about?: ResourceOrigin): void;
  /** Reports that something was gone before this run deleted it. Resolves when the engine has heard of it. */
  alreadyGone(what: string, about?: ResourceOrigin): Promise<void>;
  /** Shown while the run lasts only. */
  progress(message: string, about?: ResourceOrigin): void;
}

/** Makes one value per set of services, at its first use: what the resources of one kind share. */
export function perServices<T>(make: (services: Services) => T): (services: Services) => T {
  const made = new WeakMap<Services, { readonly value: T }>();
  return (services) => {
    let entry = made.get(services);
    if (!entry) {
      entry = { value: make(services) };
      made.set(services, entry);
    }
    return entry.value;
  };
}
