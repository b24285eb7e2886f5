import {
  isMap,
  isSameValue,
  nameInUrn,
  type PropertyMap,
  type PropertyValue,
  type ResourceState,
} from "../../state";
import type { Step, StepKind } from "./events";
import { resetPaths } from "./property-path";

/** Why a step is taken: the properties that require a replacement, or a reason in words. */
export interface StepReason {
  readonly replaces?: readonly string[];
  readonly reason?: string;
}

export function describeStep(
  kind: StepKind,
  states: { readonly old?: ResourceState | undefined; readonly new?: ResourceState | undefined },
  { replaces = [], reason = "" }: StepReason = {},
): Step {
  const { old, new: next } = states;
  const subject = next ?? old;
  if (!subject) throw new Error("a step needs a state");
  return {
    kind,
    urn: subject.urn,
    type: subject.type,
    name: nameInUrn(subject.urn),
    custom: subject.custom,
    ...(old && { old }),
    ...(next && { new: next }),
    changed: old && next ? changedProperties(kind, old, next) : [],
    replaces,
    reason,
  };
}

const unchangingKinds: ReadonlySet<StepKind> = new Set(["same", "create", "delete", "deleteReplaced"]);

/**
 * The names of the inputs that differ. If none does, the step corrects drift, and these are the outputs that differ from the inputs. For a
 * refresh, these are the changed outputs or, if none changed, those that differ from the declared values.
 */
function changedProperties(kind: StepKind, old: ResourceState, next: ResourceState): readonly string[] {
  if (unchangingKinds.has(kind)) return [];
  if (kind === "refresh") {
    const changed = differingNames(old.outputs, next.outputs);
    return changed.length > 0 ? changed : driftedNames(managedInputs(old, next.outputs), next.outputs);
  }
  const changed = differingNames(old.inputs, next.inputs);
  return changed.length > 0 ? changed : driftedNames(managedInputs(next, old.outputs), old.outputs);
}

function differingNames(left: PropertyMap, right: PropertyMap): readonly string[] {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.filter((name) => name !== "__provider" && !isSameValue(left[name], right[name]));
}

function driftedNames(declared: PropertyMap, live: PropertyMap): readonly string[] {
  return Object.keys(declared).filter(
    (name) =>
      name !== "__provider" && Object.hasOwn(live, name) && !matchesDeclared(live[name], declared[name]),
  );
}

/** The declared inputs, with the live value wherever `ignoreChanges` applies. */
export function managedInputs(
  declared: Pick<ResourceState, "inputs" | "ignoreChanges">,
  live: PropertyMap,
): PropertyMap {
  return resetPaths(declared.inputs, live, declared.ignoreChanges);
}

/** Compares only the declared parts of a map: the program does not manage the others. */
function matchesDeclared(live: PropertyValue | undefined, declared: PropertyValue | undefined): boolean {
  if (!isMap(live) || !isMap(declared)) return isSameValue(live, declared);
  return Object.entries(declared).every(([name, value]) => matchesDeclared(live[name], value));
}
