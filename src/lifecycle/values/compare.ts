import { isRecord } from "../../unknown";
import type { Properties } from "../lifecycle";
import { areEqual } from "./equality";
import type { Field, Fields } from "./fields";
import { isFingerprintOf, unknownFingerprint } from "./fingerprint";
import { holdsUnknown } from "./unknown-value";

/** How the declared values differ from the applied and the live ones. */
export interface Comparison<I, Step extends string> {
  /** Arguments whose changes require a replacement. */
  readonly replaced: readonly (keyof I & string)[];
  /** Arguments that are changed in place. */
  readonly changed: readonly (keyof I & string)[];
  /** The steps that change the arguments of `changed`, or confirm those of `unconfirmed`. */
  readonly steps: readonly Step[];
  /** Arguments whose change only updates the state. */
  readonly recorded: readonly (keyof I & string)[];
  /**
   * The members of `recorded` that can be changed in place: the object had the value when it was last read. A change to another resource of the
   * stack may have changed it since, so the step reads it again.
   */
  readonly unconfirmed: readonly (keyof I & string)[];
  /** The members of `recorded` that only a create can set, on an adopted object. */
  readonly unapplied: readonly (keyof I & string)[];
  /** Drift that is reported and not repaired, because the repair would destroy something that the program did not ask to destroy. */
  readonly unrepaired: readonly Drift<I>[];
}

interface Drift<I> {
  readonly field: keyof I & string;
  readonly declared: unknown;
  readonly live: unknown;
}

/**
 * Compares field by field. An argument that is not declared is not managed. If the service does not return a value, the declared value is
 * compared with the applied one, or with the service's default if none was applied.
 * @param applied Undefined if nothing was applied yet: in a create or an adoption. An `unknownFingerprint` counts as the declared value.
 * @param adopted The values that an adopted object was created with are unknown, and never cause a replacement.
 * @param storedForms Fingerprints of the values that the service returns for applied arguments that it stores in another form.
 */
export function compare<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  declared: Partial<I>,
  applied: Partial<I> | undefined,
  live: Live | undefined,
  adopted = false,
  storedForms: Properties = {},
): Comparison<I, Step> {
  const replaced: (keyof I & string)[] = [];
  const changed: (keyof I & string)[] = [];
  const recorded: (keyof I & string)[] = [];
  const unconfirmed: (keyof I & string)[] = [];
  const unapplied: (keyof I & string)[] = [];
  const unrepaired: Drift<I>[] = [];
  const steps = new Set<Step>();
  for (const name in fields) {
    const field = fields[name];
    const { change } = field;
    const wanted = declared[name];
    const last = applied?.[name] ?? undefined;
    if (wanted === undefined || wanted === null) {
      // A create-only value stays applied, so that declaring it again changes nothing.
      if (change !== "replace" && !field.isRemovalIgnored && isRemoval(field, last)) recorded.push(name);
      continue;
    }
    const before = last ?? (adopted && change === "replace" ? undefined : field.default);
    const shown = live === undefined ? undefined : field.live?.(live);
    const actual = field.equality === "declared parts" ? withHiddenParts(shown, before) : shown;
    const isLiveKnown = actual !== undefined && (actual !== null || field.nullable === true);
    // A value that was never applied, and that the object should have but does not, is set.
    const isToBeSet = live !== undefined && field.live !== undefined && typeof change === "object";
    const isUnknown = holdsUnknown(wanted);
    const isProgramChanged =
      isUnknown || (applied !== undefined && (before === undefined || !isSame(field, wanted, before)));
    const isProvable = live !== undefined && !isUnknown;
    const isProven = isProvable && field.provesMatch?.(wanted, live) === true;
    const isProvenOther = isProvable && field.provesDifference?.(wanted, live) === true;
    const matches =
      !isUnknown &&
      (isProven ||
        (!isProgramChanged && isFingerprintOf(storedForms[name], shown)) ||
        (isLiveKnown
          ? actual !== null && isSame(field, wanted, actual)
          : applied === undefined
            ? !isToBeSet
            : !isProgramChanged));
    if (matches || change === "record") {
      if (!isProgramChanged) continue;
      recorded.push(name);
      if (typeof change !== "object") continue;
      unconfirmed.push(name);
      steps.add(change.inPlace);
    } else if (change === "replace") {
      if (!isProgramChanged) unrepaired.push({ field: name, declared: wanted, live: actual });
      else if (isLiveKnown || isProvenOther || !(adopted || last === unknownFingerprint)) replaced.push(name);
      else {
        recorded.push(name);
        if (adopted) unapplied.push(name);
      }
    } else if (isProgramChanged || !change.repairsDrift || change.repairsDrift(wanted)) {
      changed.push(name);
      steps.add(change.inPlace);
    } else {
      unrepaired.push({ field: name, declared: wanted, live: actual });
    }
  }
  return { replaced, changed, steps: [...steps], recorded, unconfirmed, unapplied, unrepaired };
}

/** Assumes that the parts that the service does not return are as they were applied. */
function withHiddenParts(shown: unknown, applied: unknown): unknown {
  return isRecord(shown) && isRecord(applied) ? { ...applied, ...shown } : shown;
}

type Comparable = Pick<Field<unknown, never, string>, "default" | "equality" | "stored">;

function isSame({ equality = "deep", stored }: Comparable, one: unknown, other: unknown): boolean {
  return areEqual(equality, one, other) || (stored === "fingerprint" && isFingerprintOf(other, one));
}

/** Whether a value was applied that is not the service's default. */
function isRemoval(field: Comparable, last: unknown): boolean {
  if (last === undefined) return false;
  return field.default === undefined || !isSame(field, field.default, last);
}
