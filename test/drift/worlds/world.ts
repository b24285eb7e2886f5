import fc from "fast-check";
import type { Image, Instance, OAuthClient, PaymentMethod } from "../../../src/client";
import type { ResourceClass } from "../../../src/drift";
import {
  clientFields,
  imageFields,
  instanceFields,
  type ModelFields,
  methodFields,
  scheduleFields,
} from "./fields";

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
export interface Part<L> {
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
  readonly booted: boolean | undefined;
}

export interface World {
  readonly instances: readonly Part<Instance>[];
  /** Parts of the instances: one for each. */
  readonly schedules: readonly Part<Instance>[];
  readonly images: readonly Part<Image>[];
  readonly clients: readonly Part<OAuthClient>[];
  readonly methods: readonly Part<PaymentMethod>[];
  /** How many objects the service puts on a page at most. */
  readonly pageSize: number;
}

export const created = "2022-03-21T09:00:00";

/** For each argument: the first value, the value after a change, and the declared one. */
function partOf<L>(type: ResourceClass, fields: ModelFields<L>, base: L, id: string): fc.Arbitrary<Part<L>> {
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
    booted: fc.constantFrom(undefined, undefined, true, false),
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
    return { type, id, live, declared: Object.fromEntries(declared), ignored, sealed, ...others };
  });
}

function written<L>(fields: ModelFields<L>, name: string, live: L, value: unknown): L {
  return fields[name]?.write(live, value) ?? live;
}

function several<T>(max: number, make: (index: number) => fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> {
  return fc
    .nat(max)
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => make(index + 1))));
}

const instance = (id: number, status: string): Instance => ({
  ...{ id, label: "", group: "", tags: [], region: "", type: "", image: null, status, hypervisor: "kvm" },
  ...{ ipv4: ["192.0.2.1"], ipv6: null, specs: { disk: 1, memory: 1, transfer: 1, vcpus: 1 } },
  alerts: { cpu: 1, io: 1, network_in: 1, network_out: 1, transfer_quota: 1 },
  backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
  ...{ watchdog_enabled: true, created, updated: created },
});

const image = (id: string, status: string, kind: "own" | "public" | "automatic"): Image => ({
  ...{ id, label: "", description: null, created, updated: created, created_by: "me", deprecated: false },
  ...{ eol: null, expiry: null, is_public: kind === "public", size: 1, status, vendor: null },
  type: kind === "automatic" ? "automatic" : "manual",
});

const client = (id: string): OAuthClient => ({
  ...{ id, label: "", public: false, redirect_uri: "", secret: "<REDACTED>", status: "active" },
  thumbnail_url: null,
});

const method = (id: number): PaymentMethod => ({
  ...{ id, type: "credit_card", is_default: false, created, data: { last_four: "1111" } },
});

const instanceStatus = fc.constantFrom("running", "running", "running", "offline", "stopped", "booting");
const imageStatus = fc.constantFrom("available", "available", "available", "creating");
const imageKind = fc.constantFrom("own" as const, "own" as const, "public" as const, "automatic" as const);

/** An instance and its backup schedule are one object: changes to the schedule are made to the instance. */
const instanceAndSchedule = (index: number) =>
  fc
    .tuple(instanceStatus, fc.constant(index))
    .chain(([status]) => partOf("Instance", instanceFields, instance(index, status), String(index)))
    .chain((one) =>
      partOf("BackupSchedule", scheduleFields, one.live, one.id).map((schedule) => {
        const { live } = schedule;
        const own: Fate = schedule.fate === "deleted" ? "recorded" : schedule.fate;
        const fate: Fate = one.fate === "deleted" ? "deleted" : own;
        return { instance: { ...one, live }, schedule: { ...schedule, fate } };
      }),
    );

/** Objects that the operator or the service made are in no state. */
const anyImage = (index: number) =>
  fc.tuple(imageStatus, imageKind).chain(([status, kind]) => {
    const id = `${kind === "public" ? "node" : "private"}/${index}`;
    return partOf("Image", imageFields, image(id, status, kind), id).map((part) =>
      kind === "own" ? part : { ...part, fate: "unrecorded" as const },
    );
  });

export const world: fc.Arbitrary<World> = fc
  .record({
    pairs: several(4, instanceAndSchedule),
    images: several(3, anyImage),
    clients: several(3, (index) => partOf("OAuthClient", clientFields, client(`c${index}`), `c${index}`)),
    methods: several(3, (index) => partOf("PaymentMethod", methodFields, method(index), String(index))),
    pageSize: fc.constantFrom(1, 2, 500),
  })
  .map(({ pairs, ...others }) => ({
    instances: pairs.map((pair) => pair.instance),
    schedules: pairs.map((pair) => pair.schedule),
    ...others,
  }));
