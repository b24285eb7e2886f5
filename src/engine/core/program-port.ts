import type { Configuration, PropertyMap, ResourceHooks } from "../../state";
import type { ErrorHook, ResourceHook } from "./hook-port";

/** A resource as a program declares it. */
export interface Registration {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Empty for the stack. */
  readonly parent: string;
  readonly inputs: PropertyMap;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** Undefined if inherited from the parent. */
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly deletedWith: string;
  /** If undefined, the provider decides. */
  readonly deleteBeforeReplace: boolean | undefined;
  readonly ignoreChanges: readonly string[];
  readonly hideDiffs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly Alias[];
  /** In seconds, by operation. */
  readonly customTimeouts: Readonly<Record<string, number>>;
  /** `<urn>::<id>` of an explicit provider. Empty for the default provider. */
  readonly provider: string;
  /** The names of the hooks to call, by kind. */
  readonly hooks: ResourceHooks;
  /** As in the state. Empty if unknown. */
  readonly sourcePosition: string;
}

/** A former URN of a resource, or the parts of it that were different. A part that is empty was the same as it is now. */
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

/** A resource that a program reads without managing it (`Resource.get`). */
export interface ReadRequest {
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  /** Undefined if unknown in this preview. */
  readonly id: string | undefined;
  /** `<urn>::<id>` of an explicit provider. Empty for the default provider. */
  readonly provider: string;
  readonly inputs: PropertyMap;
  readonly dependencies: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  /** As in the state. Empty if unknown. */
  readonly sourcePosition: string;
}

/** The result that a program receives for a registration or a read. */
export interface RegisteredResource {
  readonly urn: string;
  /** Empty for a component, or if unknown in this preview. */
  readonly id: string;
  readonly outputs: PropertyMap;
}

export type Severity = "debug" | "info" | "warning" | "error";

/**
 * The engine as a program sees it while it runs. A rejection with `EngineStopping` means that the cause was already reported and the
 * program should end quietly.
 */
export interface ResourceMonitor {
  registerResource(registration: Registration): Promise<RegisteredResource>;
  registerResourceOutputs(urn: string, outputs: PropertyMap): Promise<void>;
  readResource(request: ReadRequest): Promise<RegisteredResource>;
  /** Returns a resource that this run has registered or read, with a component's outputs too. */
  getResource(urn: string): Promise<RegisteredResource>;
  registerHook(hook: ResourceHook): void;
  registerErrorHook(hook: ErrorHook): void;
  log(entry: {
    readonly severity: Severity;
    readonly message: string;
    readonly urn: string;
    readonly ephemeral: boolean;
  }): void;
  /** The program has registered everything. Resolves when the engine has finished, deletions included. */
  signalAndWaitForShutdown(): Promise<void>;
}

/** How a program ended. An empty message means that the error was already reported. */
export type ProgramResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface ProgramPort {
  run(
    monitor: ResourceMonitor,
    context: {
      readonly preview: boolean;
      readonly parallel: number;
      readonly configuration: Configuration;
      /** Aborted to kill the program. */
      readonly signal: AbortSignal;
    },
  ): Promise<ProgramResult>;
}
