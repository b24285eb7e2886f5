import fc from "fast-check";
import { type ResourceClass, resourceClasses } from "../../../src/resources/resource-class";
import { testedResources } from "../../resources/every-resource";
import type { Live, ModelFields, ModelType } from "./model-type";

/** What a state records of an object. `notOurs`: another creation time. `deleted`: the object no longer exists. */
const fates = [
  "recorded",
  "recorded",
  "recorded",
  "deleted",
  "notOurs",
  "external",
  "pendingDeletion",
  "unrecorded",
] as const;
type Fate = (typeof fates)[number];

/** One object, what a stack declares of it, and how it is now. */
export interface Part<L = Live> {
  readonly type: ResourceClass;
  readonly id: string;
  /** As it is now. It does not exist if its fate is `deleted`. */
  readonly live: L;
  readonly declared: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  readonly sealed: readonly string[];
  readonly fate: Fate;
  readonly stack: 0 | 1;
  readonly isUnfinished: boolean;
  /** The declared arguments that no output reflects. */
  readonly unreported: Readonly<Record<string, unknown>>;
}

export interface World {
  readonly parts: readonly Part[];
  /** The maximum number of objects that the service puts on a page. */
  readonly pageSize: number;
}

/** For each argument: the first value, the value after a change, and the declared one. */
function partOf(type: ResourceClass, base: Live): fc.Arbitrary<Part> {
  const {
    fields,
    unreported = () => fc.constant({}),
    isRecordable = () => true,
  } = testedResources[type].driftModel;
  const id = String(base.id);
  const perField = Object.fromEntries(
    Object.entries(fields).map(([name, { values }]) => [
      name,
      fc.record({
        first: values,
        other: values,
        isChanged: fc.boolean(),
        declares: fc.constantFrom("first", "first", "other", "nothing"),
        isIgnored: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
        isSealed: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
      }),
    ]),
  );
  const rest = {
    fate: fc.constantFrom(...fates),
    stack: fc.constantFrom(0 as const, 1 as const),
    isUnfinished: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    unreported: unreported(id),
  };
  return fc.tuple(fc.record(perField), fc.record(rest)).map(([plans, others]) => {
    const named = Object.entries(plans);
    const before = named.reduce((live, [name, { first }]) => written(fields, name, live, first), base);
    const live = named.reduce(
      (now, [name, { other, isChanged }]) => (isChanged ? written(fields, name, now, other) : now),
      before,
    );
    const declared = named.flatMap(([name, { first, other, declares }]) => {
      if (declares === "nothing") return [];
      const value = declares === "first" ? first : other;
      return value === null ? [] : [[name, value] as const];
    });
    const ignored = named.filter(([, { isIgnored }]) => isIgnored).map(([name]) => name);
    const sealed = named.filter(([, { isSealed }]) => isSealed).map(([name]) => name);
    const fate: Fate = isRecordable(live) ? others.fate : "unrecorded";
    return { type, id, live, declared: Object.fromEntries(declared), ignored, sealed, ...others, fate };
  });
}

function written(fields: ModelFields<Live>, name: string, live: Live, value: unknown): Live {
  return fields[name]?.write(live, value) ?? live;
}

function several<T>(max: number, make: (index: number) => fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> {
  return fc
    .nat(max)
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => make(index + 1))));
}

/** An object and its parts, whose arguments are written to the same object. */
function wholeAndParts(type: ResourceClass, base: Live): fc.Arbitrary<readonly Part[]> {
  const parts = resourceClasses.filter((one) => isPartOf(testedResources[one].driftModel, type));
  return parts.reduce(
    (all, part) => all.chain((known) => withPart(known, part)),
    partOf(type, base).map((whole): readonly Part[] => [whole]),
  );
}

function withPart(known: readonly Part[], type: ResourceClass): fc.Arbitrary<readonly Part[]> {
  const [whole] = known;
  if (whole === undefined) return fc.constant(known);
  return partOf(type, whole.live).map((part) => {
    const own: Fate = part.fate === "deleted" ? "recorded" : part.fate;
    const fate: Fate = whole.fate === "deleted" ? "deleted" : own;
    return [...known.map((one) => ({ ...one, live: part.live })), { ...part, fate }];
  });
}

function isPartOf({ objects }: ModelType, type: ResourceClass): boolean {
  return "partOf" in objects && objects.partOf === type;
}

const allParts = resourceClasses.map((type) => {
  const { objects } = testedResources[type].driftModel;
  if ("partOf" in objects) return fc.constant([]);
  const { max, any } = objects;
  return several(max, (index) => any(index).chain((base) => wholeAndParts(type, base)));
});

export const world: fc.Arbitrary<World> = fc.record({
  parts: fc.tuple(...allParts).map((all) => all.flat(2)),
  pageSize: fc.constantFrom(1, 2, 500),
});
