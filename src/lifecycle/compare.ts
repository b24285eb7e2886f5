import type { Fields } from "./definition";
import { isFingerprintOf } from "./fingerprint";
import { isSame } from "./same";
import { holdsUnknown } from "./unknown-value";

/** What separates the declared state from the one that was last applied and the one that is there. */
export interface Comparison<I, Step extends string> {
  /** Arguments for which a new resource is needed. */
  readonly replaced: readonly (keyof I & string)[];
  /** Arguments that are changed in place, and by which steps. */
  readonly changed: readonly (keyof I & string)[];
  readonly steps: readonly Step[];
  /** Arguments that only the state needs to learn. */
  readonly recorded: readonly (keyof I & string)[];
  /** Of those, the ones that only a create can set, on something that was adopted. */
  readonly unapplied: readonly (keyof I & string)[];
  /** Drift that is reported and left: putting it back would destroy something that the program did not ask to. */
  readonly unrepaired: readonly Drift<I>[];
}

interface Drift<I> {
  readonly field: keyof I & string;
  readonly declared: unknown;
  readonly live: unknown;
}

/**
 * Compares field by field. An argument that is not declared is not managed. A value that the service never gives back is
 * compared with what was last applied, which is the service's default where nothing was. Nothing is known of what something
 * `adopted` was created with.
 */
export function compare<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  declared: Partial<I>,
  applied: Partial<I> | undefined,
  live: Live | undefined,
  adopted = false,
): Comparison<I, Step> {
  const replaced: (keyof I & string)[] = [];
  const changed: (keyof I & string)[] = [];
  const recorded: (keyof I & string)[] = [];
  const unapplied: (keyof I & string)[] = [];
  const unrepaired: Drift<I>[] = [];
  const steps = new Set<Step>();
  for (const name in fields) {
    const field = fields[name];
    const { change, same: sameness = "equal" } = field;
    const same = (one: unknown, other: unknown) =>
      isSame(sameness, one, other) || (field.stored === "fingerprint" && isFingerprintOf(other, one));
    const wanted = declared[name];
    const last = applied?.[name] ?? undefined;
    if (wanted === undefined || wanted === null) {
      // What it was created with stays noted: declaring that again is no change.
      const isNoted = last === undefined || change === "replace";
      if (!isNoted && !(field.default !== undefined && same(field.default, last))) recorded.push(name);
      continue;
    }
    const before = last ?? (adopted && change === "replace" ? undefined : field.default);
    const there = live === undefined ? undefined : field.live?.(live);
    // A null where something can be set in place is a difference; anywhere else it only says that nothing is told.
    const known = there !== undefined && (there !== null || typeof change === "object");
    const neverApplied = before === undefined;
    const unknown = holdsUnknown(wanted);
    const programChanged = unknown || (applied !== undefined && (neverApplied || !same(wanted, before)));
    const isShown = live !== undefined && field.provesMatch?.(wanted, live) === true;
    const matches =
      !unknown &&
      (isShown || (known ? there !== null && same(wanted, there) : applied === undefined || !programChanged));
    if (matches || change === "record") {
      if (programChanged) recorded.push(name);
    } else if (change === "replace") {
      if (!programChanged) unrepaired.push({ field: name, declared: wanted, live: there });
      else if (known || unknown || !neverApplied || !adopted) replaced.push(name);
      else {
        recorded.push(name);
        unapplied.push(name);
      }
    } else if (programChanged || !change.repairsDrift || change.repairsDrift(wanted)) {
      changed.push(name);
      steps.add(change.inPlace);
    } else {
      unrepaired.push({ field: name, declared: wanted, live: there });
    }
  }
  return { replaced, changed, steps: [...steps], recorded, unapplied, unrepaired };
}
