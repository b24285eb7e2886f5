import { nameInUrn, type PendingOperation, type ResourceState, type Snapshot, stackType } from "../../state";
import { isProvider, managesObject, typeOf } from "./urn";

/** The name of a resource in a summary. */
interface NamedResource {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Empty if unknown or if there is none. */
  readonly id: string;
}

/** The situation after a run that did not succeed: the existing resources, and the work for the next run. */
export interface RemainingWork {
  /** How many of the stack's objects exist in the service, according to the state. Failed and interrupted deletions are not counted. */
  readonly existing: number;
  /** Their deletion failed or was not confirmed, so they may still exist. Does not include those in `toDelete`. */
  readonly undeleted: readonly NamedResource[];
  /** Not ready, or unresolved. */
  readonly unready: readonly NamedResource[];
  /** Interrupted operations whose outcome is unknown. */
  readonly cutOff: readonly (NamedResource & { readonly operation: PendingOperation["type"] })[];
  /** Steps that the run did not start, as far as they are known. */
  readonly notBegun: readonly NamedResource[];
  /** Replaced, but not deleted yet: the next run deletes them. */
  readonly toDelete: readonly NamedResource[];
  /** Replaced with `retainOnDelete`: the next run removes them from the state and leaves their objects in the service. */
  readonly toRelease: readonly NamedResource[];
  /** Deleted before their replacement, which the next `up` creates. */
  readonly toRecreate: readonly NamedResource[];
}

export function remainingWorkOf(
  snapshot: Snapshot,
  {
    notStarted,
    failedDeletes,
  }: { readonly notStarted: readonly string[]; readonly failedDeletes: readonly ResourceState[] },
): RemainingWork {
  const managed = snapshot.resources.filter(managesObject);
  const mustRecreate = (state: ResourceState) => state.pendingReplacement && !state.delete;
  const existing = managed.filter((state) => !mustRecreate(state));
  const isIn = (states: readonly ResourceState[]) => (state: ResourceState) =>
    states.some(({ urn, id }) => urn === state.urn && id === state.id);
  const undeleted = existing.filter(isIn(failedDeletes));
  const deleting = snapshot.pendingOperations.filter(({ type }) => type === "deleting");
  const mayBeDeleted = isIn([...failedDeletes, ...deleting.map(({ resource }) => resource)]);
  return {
    existing: existing.filter((state) => !mayBeDeleted(state)).length,
    undeleted: undeleted.filter((state) => !state.delete).map(named),
    unready: existing.filter(({ initErrors }) => initErrors.length > 0).map(named),
    cutOff: snapshot.pendingOperations.map(({ type, resource }) => ({ ...named(resource), operation: type })),
    notBegun: notStarted
      .map((urn) => named({ urn, type: typeOf(urn), id: "" }))
      .filter((resource) => resource.type !== stackType && !isProvider(resource)),
    toDelete: existing.filter((state) => state.delete && !state.retainOnDelete).map(named),
    toRelease: existing.filter((state) => state.delete && state.retainOnDelete).map(named),
    toRecreate: managed.filter(mustRecreate).map(named),
  };
}

function named({ urn, type, id }: Pick<ResourceState, "urn" | "type" | "id">): NamedResource {
  return { urn, type, name: nameInUrn(urn), id };
}
