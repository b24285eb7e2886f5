import type { Configuration, PropertyMap, ResourceHooks } from "../../state";
import type { ErrorHook, ResourceHook } from "./hook-port";

/** What a program wants of one resource. */
export interface Registration {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Empty: the stack. */
  readonly parent: string;
  readonly inputs: PropertyMap;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** Undefined: as the parent. */
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly deletedWith: string;
  /** Undefined: as the provider says. */
  readonly deleteBeforeReplace: boolean | undefined;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  /** What the resource may have been before. */
  readonly aliases: readonly Alias[];
  /** Seconds. */
  readonly customTimeouts: Readonly<Record<string, number>>;
  /** `<urn>::<id>` of an explicit provider; empty: the default one. */
  readonly provider: string;
  /** The names of the program's functions that run before and after its steps. */
  readonly hooks: ResourceHooks;
  /** As the state keeps it; empty: not known. */
  readonly sourcePosition: string;
}

/** A URN that a resource may have had before, or what was different in it: what is empty was as it is now. */
export type Alias =
  | { readonly urn: string }
  | {
      readonly name: string;
      readonly type: string;
      readonly stack: string;
      readonly project: string;
      readonly parent: string;
      readonly noParent: boolean;
    };

/** A resource that a program looks at without managing it (`Resource.get`). */
export interface ReadRequest {
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  /** Undefined: unknown in this preview. */
  readonly id: string | undefined;
  /** `<urn>::<id>` of an explicit provider; empty: the default one. */
  readonly provider: string;
  readonly inputs: PropertyMap;
  readonly dependencies: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  /** As the state keeps it; empty: not known. */
  readonly sourcePosition: string;
}

/** What a program learns of a resource. */
export interface RegisteredResource {
  readonly urn: string;
  /** Empty: a component, or not known in this preview. */
  readonly id: string;
  readonly outputs: PropertyMap;
}

export type Severity = "debug" | "info" | "warning" | "error";

/** What a program talks to while it runs. A rejection with `EngineStopping` means: end quietly, all is said. */
export interface ResourceMonitor {
  registerResource(goal: Registration): Promise<RegisteredResource>;
  registerResourceOutputs(urn: string, outputs: PropertyMap): Promise<void>;
  readResource(goal: ReadRequest): Promise<RegisteredResource>;
  /** What is known of a resource that this run has registered or read, a component's outputs too. */
  getResource(urn: string): Promise<RegisteredResource>;
  registerHook(hook: ResourceHook): void;
  registerErrorHook(hook: ErrorHook): void;
  log(entry: {
    readonly severity: Severity;
    readonly message: string;
    readonly urn: string;
    readonly ephemeral: boolean;
  }): void;
  /** The program has nothing more to register. Resolves when the engine has done all it does, deletes too. */
  signalAndWaitForShutdown(): Promise<void>;
}

/** How a program ended. An empty message: it has been reported already. */
export type ProgramResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface ProgramPort {
  run(
    registrar: ResourceMonitor,
    context: {
      readonly preview: boolean;
      readonly parallel: number;
      readonly configuration: Configuration;
      /** Aborted when the run stops at once. */
      readonly signal: AbortSignal;
    },
  ): Promise<ProgramResult>;
}
