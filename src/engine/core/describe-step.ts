import { isMap, type PropertyMap, type PropertyValue, type ResourceState, sameValue } from "../../state";
import type { Step, StepKind } from "./events";
import { resetPaths } from "./property-path";
import { nameOf } from "./urn";

/** Describes a step, with the properties that differ. */
export function describeStep(
  kind: StepKind,
  states: { readonly old?: ResourceState | undefined; readonly new?: ResourceState | undefined },
  why: { readonly replaces?: readonly string[]; readonly reason?: string } = {},
): Step {
  const { old, new: next } = states;
  const subject = next ?? old;
  if (!subject) throw new Error("a step needs a state");
  return {
    kind,
    urn: subject.urn,
    type: subject.type,
    name: nameOf(subject.urn),
    custom: subject.custom,
    ...(old && { old }),
    ...(next && { new: next }),
    changed: old && next ? changedKeys(kind, old, next) : [],
    replaces: why.replaces ?? [],
    reason: why.reason ?? "",
  };
}

/**
 * The top-level inputs that differ. Where none does and something is done all the same, the live side has moved:
 * then the outputs that differ from the inputs. For a refresh the outputs that differ from those of before, or else
 * those that still differ from what is declared.
 */
function changedKeys(kind: StepKind, old: ResourceState, next: ResourceState): readonly string[] {
  if (kind === "same" || kind === "create" || kind === "delete" || kind === "deleteReplaced") return [];
  const differing = (left: PropertyMap, right: PropertyMap, names: readonly string[]) =>
    names.filter((name) => name !== "__provider" && !sameValue(left[name], right[name]));
  const union = (left: PropertyMap, right: PropertyMap) => [
    ...new Set([...Object.keys(left), ...Object.keys(right)]),
  ];
  const undeclared = (declared: PropertyMap, there: PropertyMap) =>
    Object.keys(declared).filter(
      (name) =>
        name !== "__provider" && Object.hasOwn(there, name) && !hasDeclared(there[name], declared[name]),
    );
  if (kind === "refresh") {
    const moved = differing(old.outputs, next.outputs, union(old.outputs, next.outputs));
    return moved.length > 0 ? moved : undeclared(managedInputs(old, next.outputs), next.outputs);
  }
  const inputs = differing(old.inputs, next.inputs, union(old.inputs, next.inputs));
  if (inputs.length > 0) return inputs;
  return undeclared(managedInputs(next, old.outputs), old.outputs);
}

/** What a program declares, with live values in the places that `ignoreChanges` leaves alone. */
export function managedInputs(
  declared: Pick<ResourceState, "inputs" | "ignoreChanges">,
  live: PropertyMap,
): PropertyMap {
  return resetPaths(declared.inputs, live, declared.ignoreChanges);
}

/** Of a map, only the parts that are declared are compared: the others are not the program's. */
function hasDeclared(there: PropertyValue | undefined, declared: PropertyValue | undefined): boolean {
  if (!isMap(there) || !isMap(declared)) return sameValue(there, declared);
  return Object.entries(declared).every(([name, value]) => hasDeclared(there[name], value));
}
