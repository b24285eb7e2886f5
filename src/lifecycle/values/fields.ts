import type { Equality } from "./equality";

/** One argument of a resource, as check, diff, read and the docs use it. */
export interface Field<V, Live, Step extends string> {
  /** The effect of a change in the program: it replaces the resource, runs the step that changes it in place, or only updates the state. */
  readonly change: "replace" | "record" | InPlace<V, Step>;
  readonly secret?: true;
  /** The state holds a salted fingerprint of the value, for comparisons, and never the value. */
  readonly stored?: "fingerprint";
  /** Reads the live value. Absent if the service never returns it. */
  readonly live?: (live: Live) => V | null | undefined;
  /** The service returns null for an object without this value. In any other field, null means that the value is unknown. */
  readonly nullable?: true;
  /** Reading the live value takes a request per object. */
  readonly readSeparately?: true;
  /** Whether the object proves that it has this value, if the service does not return the value itself. */
  readonly provesMatch?: (wanted: V, live: Live) => boolean;
  /** Whether the object proves that it has another value, if the service does not return the value itself. */
  readonly provesDifference?: (wanted: V, live: Live) => boolean;
  /** When two values are equal. Default: `deep`. */
  readonly equality?: Equality;
  /** The value that the service uses if the argument is omitted. Comparisons treat the two as equal. */
  readonly default?: V;
  /**
   * Only of `label`: no two objects can have the same one. So a replacement with a label from the program deletes first, and a create or an
   * update waits for a label that another object gives up.
   */
  readonly isUnique?: true;
  /** The class of the resource whose id the argument holds. */
  readonly refersTo?: string;
  /** The argument from which the package computes this one; programs cannot declare it. */
  readonly computedFrom?: string;
  /** Removing the argument from the program is not treated as a change. */
  readonly isRemovalIgnored?: true;
  /** The service may return any other value in its place, such as the hash of an image that it scaled. */
  readonly isTransformed?: true;
  /** The warning for the user if the program changes the value and no request is sent. */
  readonly changeWarning?: (wanted: V) => string | undefined;
}

interface InPlace<V, Step extends string> {
  readonly inPlace: Step;
  /** Whether an update repairs drift from this value. Default: always. If it does not, only a change in the program is applied. */
  readonly repairsDrift?: (wanted: V) => boolean;
  /** Why drift is not repaired, and what to do. Default: because the repair would destroy something. */
  readonly unrepairedReason?: string;
}

/** A field for each argument. A missing one is a compile error. */
export type Fields<I, Live, Step extends string> = {
  readonly [K in keyof I]-?: Field<NonNullable<I[K]>, Live, Step>;
};
