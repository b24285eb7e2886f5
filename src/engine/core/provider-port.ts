import type { PropertyMap } from "../../state";

/** The result of check: the inputs as the provider completes them, and their problems. */
export interface CheckResult {
  readonly inputs: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export interface CheckFailure {
  /** The property, or empty if the reason names it. */
  readonly property: string;
  readonly reason: string;
}

export interface DiffResult {
  /** Undefined if the provider does not know, so the engine compares the inputs. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** The result of create and update. With `failure` the object exists but is not ready (a failed initialization). */
export interface ApplyResult {
  readonly id: string;
  readonly outputs: PropertyMap;
  readonly failure?: InitializationFailure;
}

export interface InitializationFailure {
  readonly message: string;
  readonly reasons: readonly string[];
}

export interface ReadResult {
  /** Empty if the object no longer exists. */
  readonly id: string;
  readonly outputs: PropertyMap;
  /** Absent if the inputs stay unchanged. */
  readonly inputs?: PropertyMap;
  readonly failure?: InitializationFailure;
}

export interface DeleteResult {
  /** The object had already been deleted. */
  readonly alreadyDeleted: boolean;
  /** The provider left the object as it is, because it is not the resource's to delete. Default: false. */
  readonly retained?: boolean;
}

/** The response to a call did not arrive, mostly because the provider's process ended. Whether the service carried it out is unknown. */
export class ProviderEndedError extends Error {
  override readonly name = "ProviderEndedError";
}

/** A resource in the state and its current declaration, which a diff compares and an update applies. */
interface ChangeRequest {
  readonly urn: string;
  readonly provider: string;
  readonly id: string;
  readonly oldInputs: PropertyMap;
  readonly oldOutputs: PropertyMap;
  readonly newInputs: PropertyMap;
  readonly ignoreChanges: readonly string[];
}

/**
 * The provider of dynamic resources. Requests contain secrets and unknowns as such, and the adapter unwraps them. Results are plain: the
 * engine marks the secrets. A rejection other than `ProviderEndedError` means that no change is known. `provider` is the reference to the
 * resource's provider, as in the state.
 */
export interface ProviderPort {
  /**
   * Creates an instance for an explicit provider, with its own configuration. `envVarMappings` maps the name of each environment variable
   * that it should read to the name of the variable whose place it takes. Absent if this instance serves all.
   * @param urn The URN of the provider.
   */
  newInstance?(
    configuration: PropertyMap,
    envVarMappings: Readonly<Record<string, string>>,
    urn: string,
  ): Promise<ProviderPort>;
  /** Called once, before all other calls, with the stack's configuration. */
  configure(configuration: PropertyMap): Promise<void>;
  check(request: {
    readonly urn: string;
    readonly provider: string;
    readonly olds: PropertyMap | undefined;
    readonly news: PropertyMap;
  }): Promise<CheckResult>;
  diff(request: ChangeRequest): Promise<DiffResult>;
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
  update(request: ChangeRequest): Promise<ApplyResult>;
  delete(request: {
    readonly urn: string;
    readonly provider: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    readonly outputs: PropertyMap;
  }): Promise<DeleteResult>;
}
