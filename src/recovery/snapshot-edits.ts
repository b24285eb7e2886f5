import { markSecretOutputs, markSecretsLike } from "../engine/core/secret-marks";
import { fromProviderValues, toStruct } from "../engine/inprocess/json-values";
import type { Properties } from "../lifecycle";
import {
  findViolation,
  type PendingOperation,
  type ResourceState,
  removeDanglingReferences,
  type Snapshot,
  StateError,
  sortByReferences,
} from "../state";
import type { SurveyContext } from "./survey-context";

/** The entry of a resource's object. Undefined if it has none, or if a replacement has deleted it. */
export function currentEntry({ resources }: Snapshot, urn: string): ResourceState | undefined {
  return resources.find((state) => state.urn === urn && !state.delete && !state.pendingReplacement);
}

/** A pending operation. The Pulumi CLI may keep the same one several times, after several killed runs. */
export type RepeatedOperation = readonly [PendingOperation, ...PendingOperation[]];

/** Removes operations that runs started and left pending. */
export function withoutOperations(snapshot: Snapshot, operations: readonly PendingOperation[]): Snapshot {
  const pendingOperations = snapshot.pendingOperations.filter((one) => !operations.includes(one));
  return { ...snapshot, pendingOperations };
}

/**
 * Adds the object of a create, as the engine does: an object that it replaces stays, to be deleted by the next run.
 * @throws StateError if the state already contains the object, or lacks a resource that this one refers to.
 */
export function withCreated(
  context: Pick<SurveyContext, "managerIn" | "time">,
  snapshot: Snapshot,
  declared: ResourceState,
  id: string,
  outputs: Properties,
): Snapshot {
  const { time } = context;
  const manager = context.managerIn(snapshot, declared.type, id);
  if (manager !== undefined) {
    throw new StateError(
      "checkpoint",
      `${id} is already in the state, as ${manager.urn}. It was not recorded a second time. Run the command again.`,
    );
  }
  const created = markSecretOutputs({
    ...declared,
    ...{ id, delete: false, pendingReplacement: false, initErrors: [], created: time, modified: time },
    outputs: markSecretsLike(fromProviderValues(toStruct(outputs)), declared.inputs),
  });
  const isReplaced = (state: ResourceState) => state.urn === created.urn && !state.delete;
  const needsNoDelete = (state: ResourceState) => state.pendingReplacement || state.id === declared.id;
  const resources = snapshot.resources.flatMap((state) => {
    if (!isReplaced(state)) return [state];
    return needsNoDelete(state) ? [created] : [created, { ...state, delete: true }];
  });
  const all = resources.includes(created) ? resources : [...resources, created];
  return checked(snapshot, { ...snapshot, resources: sortByReferences(all) });
}

/** Records the object of an unresolved create whose resource has been replaced since: the next run deletes it. */
export function withReplaced(
  { time }: Pick<SurveyContext, "time">,
  snapshot: Snapshot,
  entry: ResourceState,
  { id, outputs }: { readonly id: string; readonly outputs: Properties },
): Snapshot {
  const recorded = markSecretsLike(fromProviderValues(toStruct(outputs)), entry.inputs);
  return withChange(snapshot, entry, { id, initErrors: [], modified: time, outputs: recorded });
}

/** Records the current values of a resource's object. */
export function withOutputs(
  snapshot: Snapshot,
  entry: ResourceState,
  outputs: Properties,
  time: string,
): Snapshot {
  const recorded = markSecretsLike(fromProviderValues(toStruct(outputs)), entry.outputs);
  return withChange(snapshot, entry, { modified: time, outputs: recorded });
}

function withChange(snapshot: Snapshot, entry: ResourceState, change: Partial<ResourceState>): Snapshot {
  const resources = snapshot.resources.map((state) =>
    isSame(state, entry) ? markSecretOutputs({ ...state, ...change }) : state,
  );
  return { ...snapshot, resources };
}

/** Removes a resource, and references to it, as a refresh does. */
export function withoutResource(snapshot: Snapshot, entry: ResourceState): Snapshot {
  const resources = snapshot.resources.filter((state) => !isSame(state, entry));
  return checked(snapshot, { ...snapshot, resources: removeDanglingReferences(resources) });
}

function isSame(one: ResourceState, other: ResourceState): boolean {
  return one.urn === other.urn && one.id === other.id;
}

/** A state that was broken before may stay so. */
function checked(before: Snapshot, after: Snapshot): Snapshot {
  const broken = findViolation(after.resources);
  if (broken === undefined || findViolation(before.resources) !== undefined) return after;
  throw new StateError(
    "checkpoint",
    `The state would be inconsistent: ${broken}. Nothing was changed. Run \`pulumi up\` with a program that adds what is missing, and then this command again.`,
  );
}
