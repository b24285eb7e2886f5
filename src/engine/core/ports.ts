import type { Configuration, PropertyMap, ResourceHooks, Snapshot } from "../../state";

/** What a provider answers to check. */
export interface Checked {
  readonly inputs: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export interface CheckFailure {
  /** The argument, or empty where the reason names it. */
  readonly property: string;
  readonly reason: string;
}

export interface Difference {
  /** Undefined: the provider does not know; inputs are compared instead. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** The remote side exists; with `reasons`, it exists and is not ready (a failed initialisation). */
export interface Applied {
  readonly id: string;
  readonly outputs: PropertyMap;
  readonly failure?: InitialisationFailure;
}

export interface InitialisationFailure {
  readonly message: string;
  readonly reasons: readonly string[];
}

export interface ReadAnswer {
  /** Empty: it is gone. */
  readonly id: string;
  readonly outputs: PropertyMap;
  /** Absent: the inputs stay as they are. */
  readonly inputs?: PropertyMap;
  readonly failure?: InitialisationFailure;
}

/**
 * The provider of dynamic resources. Maps go in with secrets and unknowns as they are (the adapter unwraps them) and
 * come back plain: the engine puts the marks on. A rejected promise says that nothing is known to have changed.
 * `provider` is the reference to the resource's provider, as the state has it.
 */
export interface ProviderPort {
  /** Another instance, for an explicit provider with a configuration of its own. Without it there is one for all. */
  another?(configuration: PropertyMap): Promise<ProviderPort>;
  /** Called once, before anything else, with the stack's configuration. */
  configure(configuration: PropertyMap): Promise<void>;
  check(request: {
    readonly urn: string;
    readonly provider: string;
    readonly olds: PropertyMap | undefined;
    readonly news: PropertyMap;
  }): Promise<Checked>;
  diff(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly oldInputs: PropertyMap;
    readonly oldOutputs: PropertyMap;
    readonly newInputs: PropertyMap;
    readonly ignoreChanges: readonly string[];
  }): Promise<Difference>;
  create(request: {
    readonly urn: string;
    readonly provider: string;
    readonly inputs: PropertyMap;
  }): Promise<Applied>;
  read(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    readonly outputs: PropertyMap;
  }): Promise<ReadAnswer>;
  update(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly oldInputs: PropertyMap;
    readonly oldOutputs: PropertyMap;
    readonly newInputs: PropertyMap;
    readonly ignoreChanges: readonly string[];
  }): Promise<Applied>;
  delete(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    readonly outputs: PropertyMap;
  }): Promise<DeleteAnswer>;
}

export interface DeleteAnswer {
  /** There was nothing left to delete. */
  readonly alreadyGone: boolean;
}

/** What a program wants of one resource. */
export interface Goal {
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

/** What a hook receives about a step. */
export interface HookCall {
  readonly urn: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly newInputs?: PropertyMap;
  readonly oldInputs?: PropertyMap;
  readonly newOutputs?: PropertyMap;
  readonly oldOutputs?: PropertyMap;
}

/** A function of the program that runs before or after a step. Its rejection says that it failed. */
export interface ResourceHook {
  readonly name: string;
  /** Whether it runs in previews, too. */
  readonly onDryRun: boolean;
  /** Its failure is a warning only. */
  readonly ignoreErrors: boolean;
  call(step: HookCall): Promise<void>;
}

/** A function of the program that says whether a step that failed is tried again; the last error comes first. */
export interface ErrorHook {
  readonly name: string;
  call(
    step: HookCall & {
      readonly failedOperation: "create" | "update" | "delete";
      readonly errors: readonly string[];
    },
  ): Promise<boolean>;
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
export interface ReadGoal {
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
export interface Registered {
  readonly urn: string;
  /** Empty: a component, or not known in this preview. */
  readonly id: string;
  readonly outputs: PropertyMap;
}

export type Severity = "debug" | "info" | "warning" | "error";

/** What a program talks to while it runs. A rejection with `EngineStopping` means: end quietly, all is said. */
export interface Registrar {
  registerResource(goal: Goal): Promise<Registered>;
  registerResourceOutputs(urn: string, outputs: PropertyMap): Promise<void>;
  readResource(goal: ReadGoal): Promise<Registered>;
  /** What is known of a resource that this run has registered or read, a component's outputs too. */
  getResource(urn: string): Promise<Registered>;
  registerHook(hook: ResourceHook): void;
  registerErrorHook(hook: ErrorHook): void;
  log(entry: {
    readonly severity: Severity;
    readonly message: string;
    readonly urn: string;
    readonly ephemeral: boolean;
  }): void;
  /** The program has nothing more to register. Resolves when the engine has done all it does, deletes too. */
  finished(): Promise<void>;
}

/** How a program ended. An empty message: it has been reported already. */
export type ProgramEnd = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface ProgramPort {
  run(
    registrar: Registrar,
    context: {
      readonly preview: boolean;
      readonly parallel: number;
      readonly configuration: Configuration;
      /** Aborted when the run stops at once. */
      readonly signal: AbortSignal;
    },
  ): Promise<ProgramEnd>;
}

export interface StorePort {
  load(): Promise<Snapshot>;
  /** Resolves when the snapshot is on disk. Never called twice at a time. */
  save(snapshot: Snapshot): Promise<void>;
  /** Takes the lock; returns what gives it back. */
  lock(): Promise<() => Promise<void>>;
  /** The outputs of another stack, by the name a StackReference gives; undefined: there is none. */
  outputsOf?(stack: string): Promise<PropertyMap | undefined>;
}

/** The run is over or stopping: a registration is not taken any more, and the program should end quietly. */
export class EngineStopping extends Error {
  override readonly name = "EngineStopping";

  constructor() {
    super("the run is stopping");
  }
}
