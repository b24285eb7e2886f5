import type { Settings } from "../config";

/** The properties of a resource as a state contains them. A secret is a `SealedSecret` wherever it occurs. */
export type RecordedProperties = Readonly<Record<string, unknown>>;

/** A secret as a state contains it, encrypted or in plain text. */
export class SealedSecret {
  readonly #open: () => Promise<unknown>;

  constructor(open: () => Promise<unknown>) {
    this.#open = open;
  }

  /** @throws StateError when it cannot be decrypted: a wrong or missing passphrase, or another secrets provider. */
  open(): Promise<unknown> {
    return this.#open();
  }
}

/** A resource of this package in a stack's state. */
export interface RecordedResource {
  readonly urn: string;
  /** The class: `Instance`. */
  readonly type: string;
  /** The last part of the URN. */
  readonly name: string;
  /** Undefined if the state contains none. An unresolved create has the id `unresolved-...`. */
  readonly id: string | undefined;
  readonly inputs: RecordedProperties;
  readonly outputs: RecordedProperties;
  /** The URN of its explicit provider. Undefined for the default provider. */
  readonly provider?: string | undefined;
  /** The URNs of the resources whose outputs its arguments contain. */
  readonly argumentsFrom: readonly string[];
  /** An old object that a replacement still has to delete. */
  readonly isPendingDeletion: boolean;
  /** The old object was deleted, and the new one is not created yet. */
  readonly isPendingReplacement: boolean;
  /** Read by a program (`Instance.get`), and not managed by the stack. */
  readonly isExternal: boolean;
  readonly isProtected: boolean;
  /** `retainOnDelete`: its object is not deleted when it is replaced or removed. */
  readonly isRetained: boolean;
  /** Why the last create or update did not finish. */
  readonly initErrors: readonly string[];
}

/** An operation that a run started and whose result the state does not contain. */
interface RecordedOperation {
  readonly urn: string;
  readonly operation: string;
  /** The URN of the explicit provider of its resource. */
  readonly provider?: string | undefined;
}

/** The settings of an explicit provider, or why it has none. */
export type ProviderConnection = { readonly settings: Settings } | { readonly problem: string };

/** A stack's state, read without changing or locking anything. */
export interface RecordedStack {
  readonly project: string;
  readonly stack: string;
  /** The stack as `--stack` names it: `dev`, or `<organization>/<project>/dev`. */
  readonly selector: string;
  /** Human-readable location: a path, a backend, `standard input`. */
  readonly source: string;
  /** The folder of the project, for commands. Undefined for an export. */
  readonly folder: string | undefined;
  /** The configuration that was read instead of `Pulumi.<stack>.yaml`, as the user specified it. */
  readonly configFile?: string | undefined;
  /** The identity of its backend, under which intents are stored. Undefined for an export. */
  readonly backend: string | undefined;
  /** Whether the Pulumi CLI also uses it, as far as is known. It never uses the project's folder on its own. */
  readonly isFoundByCli: boolean;
  /** Its organization, if its backend or its name contains it. Otherwise its resources may contain it. */
  readonly organization: string | undefined;
  /** The address and token of its service: explicit settings, else the environment, else its configuration. */
  readonly settings: Settings;
  /** The connections of the explicit providers of its resources, by URN. */
  readonly providers?: ReadonlyMap<string, ProviderConnection>;
  readonly resources: readonly RecordedResource[];
  readonly pendingOperations: readonly RecordedOperation[];
  /** Whether its state is a file on this machine, so that `findUpdate` takes no time. */
  readonly isInFile: boolean;
  /** Why the state may be out of date. Undefined if it is up to date. An export never changes. */
  findUpdate(): Promise<StackUpdate | undefined>;
  /** The names of the stacks of its project, itself included. For an export, no other stack is known. */
  listSiblings(): Promise<readonly string[]>;
}

/** A run is updating a stack, or has updated it since its state was read. */
export interface StackUpdate {
  /** `unknown`: it could not be determined. */
  readonly state: "running" | "ended" | "unknown";
  /** In sentences. */
  readonly message: string;
}

/** The objects that the stacks manage, as `type id`: `Instance 12`. Objects that a program only reads are not managed. */
export function managedObjects(stacks: readonly RecordedStack[]): ReadonlySet<string> {
  const recorded = stacks.flatMap(({ resources }) =>
    resources.flatMap(({ type, id, isExternal }) => (id && !isExternal ? [`${type} ${id}`] : [])),
  );
  return new Set([...recorded, ...managedSchedules(stacks)]);
}

/** The backup schedules of the instances that declare `backupsEnabled`, in the same form: declaring it means managing the backup service. */
export function managedSchedules(stacks: readonly RecordedStack[]): ReadonlySet<string> {
  return new Set(
    stacks.flatMap(({ resources }) =>
      resources.flatMap(({ id, isExternal, inputs }) => {
        const isDeclared = (inputs.backupsEnabled ?? undefined) !== undefined;
        return id && !isExternal && isDeclared ? [`BackupSchedule ${id}`] : [];
      }),
    ),
  );
}

/** How a report names a stack: `project/stack`. */
export function fullName({ project, stack }: Pick<RecordedStack, "project" | "stack">): string {
  return `${project}/${stack}`;
}

/** The class of a resource of this package: `Instance`. Undefined for other resources. */
export function typeInUrn(urn: string): string | undefined {
  return /:dynamic\/nodecloud:(\w+)::/.exec(urn)?.[1];
}
