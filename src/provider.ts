import type * as pulumi from "@pulumi/pulumi";
import { createClient, uploadImageData } from "./client";
import { realClock } from "./clock";
import { resolveSettings } from "./config";
import {
  createClaims,
  createLocks,
  fileHashes,
  intentFiles,
  type Lifecycle,
  type Properties,
  type Services,
} from "./lifecycle";
import { engineLog } from "./plugin/engine-log";
import { engineListens, hashesFolder, intentsFolder } from "./plugin/process";
import { type LifecycleName, lifecycles } from "./resources/lifecycles";

/** What the engine's plugin process shares: its resources read, wait and queue together. */
class Plugin {
  #configuration: pulumi.dynamic.Config | undefined;
  #services: Services | undefined;

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
      check: async (olds: Properties, news: Properties) => lifecycle().check(olds, news),
      diff: async (id: string, olds: Properties, news: Properties) => lifecycle().diff(id, olds, news),
      create: async (news: Properties) => lifecycle().create(news),
      read: async (id: string, props?: Properties) => lifecycle().read(id, props),
      update: async (id: string, olds: Properties, news: Properties) => lifecycle().update(id, olds, news),
      delete: async (id: string, props: Properties) => lifecycle().delete(id, props),
    };
  }

  #shared(): Services {
    this.#services ??= this.#connect();
    return this.#services;
  }

  #connect(): Services {
    const settings = resolveSettings({ stack: (key) => this.#configuration?.get(key) });
    const intents = intentFiles(intentsFolder());
    // Engines end their plugins with an interrupt when a run is over, after they have recorded every answer.
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        intents.settle();
        process.exit(0);
      });
    }
    return {
      client: createClient(settings),
      upload: uploadImageData,
      files: fileHashes(hashesFolder()),
      address: settings.baseUrl,
      clock: realClock,
      log: engineLog(process.argv[2]),
      intents,
      locks: createLocks(),
      claims: createClaims(),
      engineRuns: () => engineListens(process.argv[2]),
    };
  }
}

const plugin = new Plugin();

export const backupSchedule = plugin.handler("backupSchedule");
export const image = plugin.handler("image");
export const instance = plugin.handler("instance");
export const oauthClient = plugin.handler("oauthClient");
export const paymentMethod = plugin.handler("paymentMethod");
