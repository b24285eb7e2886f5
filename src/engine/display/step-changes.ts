import { isMap, isSameValue, type PropertyMap, type PropertyValue, parsePath } from "../../state";
import { coversPath, managedInputs, type Step } from "../core";
import { diffValues, type PropertyDiff } from "./property-diff";

/** A path at which a step changes a resource. */
export interface PropertyChange extends PropertyDiff {
  /** Whether the property requires a replacement. */
  readonly replaces: boolean;
  /** Whether the option `hideDiffs` hides its values. */
  readonly isHidden: boolean;
}

/** All changes of a step, by path. */
export function changesOfStep(step: Step): readonly PropertyChange[] {
  const replaces = replacingProperties(step);
  const isHidden = hiddenPathMatcher(step);
  return step.changed.flatMap((name) => {
    const [before, after] = valuesOf(step, name);
    return diffValues(name, before, after).map((diff) => ({
      ...diff,
      replaces: replaces.has(name),
      isHidden: isHidden(diff.path),
    }));
  });
}

/** Returns a function that tells whether the option `hideDiffs` hides the values at a path. */
export function hiddenPathMatcher({ new: next }: Step): (path: string) => boolean {
  const hidden = next?.hideDiff ?? [];
  return (path) => coversPath(hidden, parsePath(path) ?? [path]);
}

/** The top-level properties that require a replacement. */
export function replacingProperties(step: Step): ReadonlySet<string> {
  return new Set(step.replaces.map((path) => String(parsePath(path)?.[0] ?? path)));
}

/** All properties of a resource before and after a step. */
export function propertiesOf(step: Step): { readonly before: PropertyMap; readonly after: PropertyMap } {
  const { old, new: next } = step;
  if (!old || !next) {
    const inputs = next?.inputs ?? old?.inputs ?? {};
    return { before: inputs, after: inputs };
  }
  const names = [...Object.keys(step.kind === "refresh" ? next.outputs : next.inputs), ...step.changed];
  const values = [...new Set(names)].map((name) => [name, valuesOf(step, name)] as const);
  const side = (at: 0 | 1): PropertyMap =>
    Object.fromEntries(
      values.flatMap(([name, pair]) => {
        const value = pair[at];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  return { before: side(0), after: side(1) };
}

type OptionalValue = PropertyValue | undefined;

/**
 * The values of a property before and after a step. A refresh compares the outputs or, if they are unchanged, the declared value with the
 * live one. Other steps compare the inputs or, if they are unchanged, the live value before with that after the step.
 */
function valuesOf(step: Step, name: string): readonly [OptionalValue, OptionalValue] {
  const { old, new: next } = step;
  if (step.kind === "refresh") {
    const isSame = step.changed.includes(name) && isSameValue(old?.outputs[name], next?.outputs[name]);
    return [isSame ? old?.inputs[name] : old?.outputs[name], next?.outputs[name]];
  }
  const hasDrifted = step.changed.includes(name) && isSameValue(old?.inputs[name], next?.inputs[name]);
  if (!hasDrifted) return [old?.inputs[name], next?.inputs[name]];
  const before = old?.outputs ?? {};
  const now = next?.outputs[name];
  // After an update, its outputs show what it has corrected. In a preview, they are the inputs.
  if (now !== undefined && !isSameValue(now, next?.inputs[name])) return [before[name], now];
  const declared = next && managedInputs(next, before)[name];
  return [declaredParts(before[name], declared), declared];
}

/** The live value without the parts of maps that are not declared, which no step changes. */
function declaredParts(live: OptionalValue, declared: OptionalValue): OptionalValue {
  if (!isMap(live) || !isMap(declared)) return live;
  return Object.fromEntries(
    Object.entries(live).flatMap(([name, value]) => {
      const part = Object.hasOwn(declared, name) ? declaredParts(value, declared[name]) : undefined;
      return part === undefined ? [] : [[name, part]];
    }),
  );
}
