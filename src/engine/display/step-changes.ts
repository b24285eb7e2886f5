import { type PropertyMap, type PropertyValue, parsePath, sameValue } from "../../state";
import { managedInputs, type Step } from "../core";
import { diffValues, type PropertyDiff } from "./property-diff";

/** A place where a step changes a resource. */
export interface PropertyChange extends PropertyDiff {
  /** Whether the property in which it lies makes the step a replacement. */
  readonly replaces: boolean;
}

/** Everything that a step changes, by place. */
export function changesOfStep(step: Step): readonly PropertyChange[] {
  const replaces = replacingProperties(step);
  return step.changed.flatMap((name) => {
    const [before, after] = sidesOf(step, name);
    return diffValues(name, before, after).map((found) => ({ ...found, replaces: replaces.has(name) }));
  });
}

/** The top-level properties that make a step a replacement. */
export function replacingProperties(step: Step): ReadonlySet<string> {
  return new Set(step.replaces.map((path) => String(parsePath(path)?.[0] ?? path)));
}

/** What a step makes of a resource's properties: all of them as they were, and as they will be. */
export function propertiesOf(step: Step): { readonly before: PropertyMap; readonly after: PropertyMap } {
  const { old, new: next } = step;
  if (!old || !next) {
    const inputs = next?.inputs ?? old?.inputs ?? {};
    return { before: inputs, after: inputs };
  }
  const names = [...Object.keys(step.kind === "refresh" ? next.outputs : next.inputs), ...step.changed];
  const sides = [...new Set(names)].map((name) => [name, sidesOf(step, name)] as const);
  const one = (at: 0 | 1): PropertyMap =>
    Object.fromEntries(
      sides.flatMap(([name, side]) => {
        const value = side[at];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  return { before: one(0), after: one(1) };
}

type Side = PropertyValue | undefined;

/**
 * A refresh changes outputs, or finds them as it did before and still not as declared. Else the inputs differ, or,
 * where they do not, what is there from what is declared.
 */
function sidesOf(step: Step, name: string): readonly [Side, Side] {
  const { old, new: next } = step;
  if (step.kind === "refresh") {
    const stays = step.changed.includes(name) && sameValue(old?.outputs[name], next?.outputs[name]);
    return [stays ? old?.inputs[name] : old?.outputs[name], next?.outputs[name]];
  }
  const drifted = step.changed.includes(name) && sameValue(old?.inputs[name], next?.inputs[name]);
  if (!drifted) return [old?.inputs[name], next?.inputs[name]];
  return [old?.outputs[name], next && managedInputs(next, old?.outputs ?? {})[name]];
}
