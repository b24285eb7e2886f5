import { type PendingOperation, type ResourceState, type Snapshot, stackType } from "../../state";
import { isProvider, nameOf, typeOf } from "./urn";

/** A resource as far as a summary names it. */
export interface NamedResource {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Empty: not known, or none. */
  readonly id: string;
}

/** What a run that did not succeed leaves: what exists, and what the next run will find to do. */
export interface RemainingWork {
  /** How many of the stack's resources exist at their service, as the state has it, without those whose deletion failed. */
  readonly existing: number;
  /** Their deletion failed or was not confirmed, so that they may still exist. Those of `toDelete` are left out. */
  readonly undeleted: readonly NamedResource[];
  /** Created, and not ready. */
  readonly unready: readonly NamedResource[];
  /** Cut off, so that nobody knows how they ended. */
  readonly cutOff: readonly (NamedResource & { readonly operation: PendingOperation["type"] })[];
  /** What this run would have done next, as far as it is known. */
  readonly notBegun: readonly NamedResource[];
  /** Replaced already: the next run deletes them. */
  readonly toDelete: readonly NamedResource[];
  /** Deleted ahead of their replacement, which the next `up` creates. */
  readonly toRecreate: readonly NamedResource[];
}

export function remainingWorkOf(
  snapshot: Snapshot,
  run: { readonly notStarted: readonly string[]; readonly failedDeletes: readonly ResourceState[] },
): RemainingWork {
  const managed = snapshot.resources.filter((state) => state.custom && !state.external && !isProvider(state));
  const isAwaited = ({ pendingReplacement, delete: replaced }: ResourceState) =>
    pendingReplacement && !replaced;
  const there = managed.filter((state) => !isAwaited(state));
  const isUndeleted = ({ urn, id }: ResourceState) =>
    run.failedDeletes.some((state) => state.urn === urn && state.id === id);
  const undeleted = there.filter(isUndeleted);
  return {
    existing: there.length - undeleted.length,
    undeleted: undeleted.filter((state) => !state.delete).map(named),
    unready: there.filter(({ initErrors }) => initErrors.length > 0).map(named),
    cutOff: snapshot.pendingOperations.map(({ type, resource }) => ({ ...named(resource), operation: type })),
    notBegun: run.notStarted
      .map((urn) => named({ urn, type: typeOf(urn), id: "" }))
      .filter((one) => one.type !== stackType && !isProvider(one)),
    toDelete: there.filter((state) => state.delete).map(named),
    toRecreate: managed.filter(isAwaited).map(named),
  };
}

function named({ urn, type, id }: Pick<ResourceState, "urn" | "type" | "id">): NamedResource {
  return { urn, type, name: nameOf(urn), id };
}
