import type { PropertyMap } from "./property";

/** One resource in a stack's state. Empty strings, empty lists and `false` mean "not set". */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  /** Whether a provider manages it. False for components. */
  readonly custom: boolean;
  /** Replaced, and to be deleted. */
  readonly delete: boolean;
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly parent: string;
  readonly protect: boolean;
  /** Read, never managed. */
  readonly external: boolean;
  readonly dependencies: readonly string[];
  /** Why its last create or update did not finish. */
  readonly initErrors: readonly string[];
  /** `<urn>::<id>` of the provider. */
  readonly provider: string;
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** Deleted for a replacement, and to be created again. */
  readonly pendingReplacement: boolean;
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly string[];
  /** Seconds. */
  readonly customTimeouts: Readonly<Record<string, number>>;
  readonly retainOnDelete: boolean;
  readonly deletedWith: string;
  /** In RFC 3339, kept as it was read. */
  readonly created: string;
  readonly modified: string;
  /** Where the program declares it, as `project:///index.ts#12,3` (line and column). */
  readonly sourcePosition: string;
  readonly ignoreChanges: readonly string[];
  /** The paths of properties whose values are hidden when changes are shown. */
  readonly hideDiff: readonly string[];
  readonly replaceOnChanges: readonly string[];
  /** The names of the program's functions that run before and after its steps, by their kind. */
  readonly resourceHooks: ResourceHooks;
  /** Fields that this version does not know. They are written as they were read. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export type HookKind =
  | "BeforeCreate"
  | "AfterCreate"
  | "BeforeUpdate"
  | "AfterUpdate"
  | "BeforeDelete"
  | "AfterDelete"
  | "OnError";

export type ResourceHooks = Readonly<Partial<Record<HookKind, readonly string[]>>>;

export type OperationKind = "creating" | "updating" | "deleting" | "reading" | "importing";

/** An operation that was in progress when the state was written. */
export interface PendingOperation {
  readonly type: OperationKind;
  readonly resource: ResourceState;
}

/** The content of a stack's state. */
export interface Snapshot {
  readonly resources: readonly ResourceState[];
  readonly pendingOperations: readonly PendingOperation[];
}

export const emptySnapshot: Snapshot = { resources: [], pendingOperations: [] };

/** A resource with only its URN and type set. */
export function newResource(identity: {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
}): ResourceState {
  return {
    ...identity,
    delete: false,
    id: "",
    inputs: {},
    outputs: {},
    parent: "",
    protect: false,
    external: false,
    dependencies: [],
    initErrors: [],
    provider: "",
    propertyDependencies: {},
    pendingReplacement: false,
    additionalSecretOutputs: [],
    aliases: [],
    customTimeouts: {},
    retainOnDelete: false,
    deletedWith: "",
    created: "",
    modified: "",
    sourcePosition: "",
    ignoreChanges: [],
    hideDiff: [],
    replaceOnChanges: [],
    resourceHooks: {},
    rest: {},
  };
}

/** The last part of a URN. It may contain `::`. */
export function nameInUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** How resources refer to their provider: `<urn>::<id>`. */
export function providerReference({ urn, id }: { readonly urn: string; readonly id: string }): string {
  return `${urn}::${id}`;
}

/** The URN part of a provider reference. */
export function providerUrn(reference: string): string {
  const end = reference.lastIndexOf("::");
  return end < 0 ? reference : reference.slice(0, end);
}

/** Whether the engine, and not the program, registered this provider. */
export function isDefaultProvider(urn: string): boolean {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return type.startsWith(providerTypePrefix) && nameInUrn(urn) === "default";
}

/** The URN of the explicit provider in a provider reference. Undefined if the reference is empty, or to a default provider. */
export function explicitProviderOf(reference: string): string | undefined {
  const urn = providerUrn(reference);
  return urn === "" || isDefaultProvider(urn) ? undefined : urn;
}

export const providerTypePrefix = "pulumi:providers:";
export const stackType = "pulumi:pulumi:Stack";
