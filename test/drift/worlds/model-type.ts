import fc from "fast-check";
import type { ResourceClass } from "../../../src/resources/resource-class";
import type { Part } from "./world";

export interface Live {
  readonly id: number | string;
}

/** How the model reads, changes and compares one argument. */
interface ModelField<L> {
  readonly values: fc.Arbitrary<unknown>;
  read(live: L): unknown;
  write(live: L, value: unknown): L;
  /** The value of a create-only argument may not be shown: null proves nothing. */
  readonly mayBeHidden?: true;
  /** Default: by their JSON. */
  readonly isEqual?: (declared: unknown, live: unknown) => boolean;
}

export type ModelFields<L> = Readonly<Record<string, ModelField<L>>>;

/** A difference that no argument reflects. */
interface HiddenChange {
  readonly field: string;
  readonly declared: unknown;
  readonly live: unknown;
  /** Whether a report shows it instead of the changed arguments. */
  readonly isAll?: true;
}

/**
 * How worlds contain one type, and what a report says about it. Written from the interface, not from the code of the resources: a model
 * that repeats the code would repeat its errors.
 */
export interface ModelType<L extends Live = Live> {
  /** Its objects, before their arguments have values. `partOf`: each object of another type has it as a part. */
  readonly objects:
    | { readonly path: string; readonly max: number; readonly any: (index: number) => fc.Arbitrary<L> }
    | { readonly partOf: ResourceClass };
  readonly fields: ModelFields<L>;
  /** The declared arguments that no output reflects. */
  readonly unreported?: (id: string) => fc.Arbitrary<Readonly<Record<string, unknown>>>;
  /** Whether a stack can record the object. Default: always. */
  isRecordable?(live: L): boolean;
  /** Whether a program can manage the object. Default: always. */
  isManageable?(live: L): boolean;
  /** Whether another resource, which has the whole object, manages the part too. */
  isManagedBy?(whole: Part): boolean;
  /** Whether the status is a passing one. Default: never. */
  isMoving?(live: L): boolean;
  hiddenChange?(part: Part<L>): HiddenChange | undefined;
  /** The service does not return when an object was created. */
  readonly hasNoCreationTime?: true;
}

export const created = "2022-03-21T09:00:00";

/** Any Unicode, and names that objects inherit. */
export const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "__proto__", "constructor", "null", "\u202eabc", "Å", "A\u030a"),
  },
);

export const textOrNull = (value: unknown) => (value === null ? null : String(value));

/** The order and the case of tags do not matter. */
export const sameTags = (declared: unknown, live: unknown) => tagSet(declared) === tagSet(live);

function tagSet(tags: unknown): string {
  const words = Array.isArray(tags) ? tags.map((tag) => String(tag).toLowerCase()) : [];
  return JSON.stringify([...new Set(words)].sort());
}
