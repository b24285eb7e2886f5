import { createRequire } from "node:module";
import type * as Runtime from "@pulumi/pulumi/runtime";

/** The store in which the SDK keeps the data of one program. Each asynchronous context can have its own. */
export interface SdkStore {
  readonly settings: {
    monitor?: unknown;
    engine?: unknown;
    /** Resolves when the calls so far have their responses. Each call replaces it. */
    readonly rpcDone: Promise<unknown>;
    readonly options: { rootDirectory?: string; dryRun?: boolean };
  };
}

/** The parts of the SDK that run a program. Its Automation API runs inline programs in the same way. */
export interface SdkRuntime {
  readonly runtime: Pick<typeof Runtime, "resetOptions" | "setAllConfig" | "runInPulumiStack" | "disconnect">;
  /** Runs a function with its own store. */
  readonly withLocalStorage: <T>(run: () => T) => T;
  readonly getStore: () => SdkStore;
}

export function loadRuntime(): SdkRuntime {
  const load = createRequire(__filename);
  const runtime: SdkRuntime["runtime"] = load("@pulumi/pulumi/runtime");
  const state: Pick<SdkRuntime, "withLocalStorage" | "getStore"> = load("@pulumi/pulumi/runtime/state");
  return { runtime, withLocalStorage: state.withLocalStorage, getStore: state.getStore };
}
