import type { PropertyMap } from "../../state";

/** What a provider answers to check. */
export interface CheckResult {
  readonly inputs: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export interface CheckFailure {
  /** The argument, or empty where the reason names it. */
  readonly property: string;
  readonly reason: string;
}

export interface DiffResult {
  /** Undefined: the provider does not know; inputs are compared instead. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** The remote side exists; with `reasons`, it exists and is not ready (a failed initialisation). */
export interface ApplyResult {
  readonly id: string;
  readonly outputs: PropertyMap;
  readonly failure?: InitialisationFailure;
}

export interface InitialisationFailure {
  readonly message: string;
  readonly reasons: readonly string[];
}

export interface ReadResult {
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
  newInstance?(configuration: PropertyMap): Promise<ProviderPort>;
  /** Called once, before anything else, with the stack's configuration. */
  configure(configuration: PropertyMap): Promise<void>;
  check(request: {
    readonly urn: string;
    readonly provider: string;
    readonly olds: PropertyMap | undefined;
    readonly news: PropertyMap;
  }): Promise<CheckResult>;
  diff(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly oldInputs: PropertyMap;
    readonly oldOutputs: PropertyMap;
    readonly newInputs: PropertyMap;
    readonly ignoreChanges: readonly string[];
  }): Promise<DiffResult>;
  create(request: {
    readonly urn: string;
    readonly provider: string;
    readonly inputs: PropertyMap;
  }): Promise<ApplyResult>;
  read(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    readonly outputs: PropertyMap;
  }): Promise<ReadResult>;
  update(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly oldInputs: PropertyMap;
    readonly oldOutputs: PropertyMap;
    readonly newInputs: PropertyMap;
    readonly ignoreChanges: readonly string[];
  }): Promise<ApplyResult>;
  delete(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    readonly outputs: PropertyMap;
  }): Promise<DeleteResult>;
}

export interface DeleteResult {
  /** There was nothing left to delete. */
  readonly alreadyGone: boolean;
}
