import fc from "fast-check";
import type { Image, Instance, OAuthClient, PaymentMethod } from "../../../src/client";
import type { ResourceClass } from "../../../src/resources/resource-class";
import type { Part } from "./world";

export type Live = Instance | Image | OAuthClient | PaymentMethod;

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

/** How worlds contain one type, and what a report says about it. Written from the interface, not from the code of the resources. */
export interface ModelType<L extends Live = Live> {
  /** Its objects, before their arguments have values. `partOf`: each object of another type has it as a part. */
  readonly objects:
    | { readonly path: string; readonly max: number; readonly any: (index: number) => fc.Arbitrary<L> }
    | { readonly partOf: ResourceClass };
  readonly fields: ModelFields<L>;
  /** The declared arguments that no output reflects. */
  readonly further?: (id: string) => fc.Arbitrary<Readonly<Record<string, unknown>>>;
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
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "__proto__", "constructor", "null", "\u202eabc", "Å", "A\u030a"),
  },
);

const alertNames = {
  cpu: "cpu",
  io: "io",
  networkIn: "network_in",
  networkOut: "network_out",
  transferQuota: "transfer_quota",
} as const;

const alerts = fc.record({
  cpu: fc.nat(9),
  io: fc.nat(9),
  networkIn: fc.nat(9),
  networkOut: fc.nat(9),
  transferQuota: fc.nat(9),
});

const instanceFields: ModelFields<Instance> = {
  label: { values: text, read: (i) => i.label, write: (i, value) => ({ ...i, label: String(value) }) },
  group: { values: text, read: (i) => i.group, write: (i, value) => ({ ...i, group: String(value) }) },
  region: { values: text, read: (i) => i.region, write: (i, value) => ({ ...i, region: String(value) }) },
  type: { values: text, read: (i) => i.type, write: (i, value) => ({ ...i, type: String(value) }) },
  image: {
    mayBeHidden: true,
    values: text,
    read: (i) => i.image,
    write: (i, value) => ({ ...i, image: value === "" ? null : String(value) }),
  },
  watchdogEnabled: {
    values: fc.boolean(),
    read: (i) => i.watchdog_enabled,
    write: (i, value) => ({ ...i, watchdog_enabled: value === true }),
  },
  backupsEnabled: {
    values: fc.boolean(),
    read: (i) => i.backups.enabled,
    write: (i, value) => ({ ...i, backups: { ...i.backups, enabled: value === true } }),
  },
  tags: {
    values: fc.array(fc.constantFrom("a", "A", "b", "é", "É"), { maxLength: 3 }),
    read: (i) => i.tags,
    write: (i, value) => ({ ...i, tags: Array.isArray(value) ? value.map(String) : [] }),
    isEqual: (declared, live) => tagSet(declared) === tagSet(live),
  },
  alerts: {
    values: alerts,
    read: (i) => Object.fromEntries(Object.entries(alertNames).map(([name, wire]) => [name, i.alerts[wire]])),
    write: (i, value) => {
      const parts = new Map(Object.entries(value ?? {}));
      const merged = Object.entries(alertNames).map(([name, wire]) => [
        wire,
        parts.get(name) ?? i.alerts[wire],
      ]);
      return { ...i, alerts: { ...i.alerts, ...Object.fromEntries(merged) } };
    },
    isEqual: (declared, live) => {
      const actual = new Map(Object.entries(live ?? {}));
      return Object.entries(declared ?? {}).every(([name, value]) => actual.get(name) === value);
    },
  },
};

function tagSet(tags: unknown): string {
  const words = Array.isArray(tags) ? tags.map((tag) => String(tag).toLowerCase()) : [];
  return JSON.stringify([...new Set(words)].sort());
}

const scheduleFields: ModelFields<Instance> = {
  day: {
    values: fc.constantFrom("Saturday", "Sunday", null),
    read: (i) => i.backups.schedule.day,
    write: (i, value) => withSchedule(i, { day: textOrNull(value) }),
  },
  window: {
    values: fc.constantFrom("W0", "W2", null),
    read: (i) => i.backups.schedule.window,
    write: (i, value) => withSchedule(i, { window: textOrNull(value) }),
  },
};

function withSchedule(instance: Instance, parts: Partial<Instance["backups"]["schedule"]>): Instance {
  const { backups } = instance;
  return { ...instance, backups: { ...backups, schedule: { ...backups.schedule, ...parts } } };
}

const textOrNull = (value: unknown) => (value === null ? null : String(value));

const imageFields: ModelFields<Image> = {
  label: { values: text, read: (i) => i.label, write: (i, value) => ({ ...i, label: String(value) }) },
  description: {
    values: fc.oneof(text, fc.constant(null)),
    read: (i) => i.description,
    write: (i, value) => ({ ...i, description: textOrNull(value) }),
  },
};

const clientFields: ModelFields<OAuthClient> = {
  label: { values: text, read: (c) => c.label, write: (c, value) => ({ ...c, label: String(value) }) },
  redirectUri: {
    values: text,
    read: (c) => c.redirect_uri,
    write: (c, value) => ({ ...c, redirect_uri: String(value) }),
  },
  public: {
    values: fc.boolean(),
    read: (c) => c.public,
    write: (c, value) => ({ ...c, public: value === true }),
  },
};

const paymentMethodFields: ModelFields<PaymentMethod> = {
  isDefault: {
    values: fc.boolean(),
    read: (m) => m.is_default,
    write: (m, value) => ({ ...m, is_default: value === true }),
  },
};

const instance = (id: number, status: string): Instance => ({
  ...{ id, label: "", group: "", tags: [], region: "", type: "", image: null, status, hypervisor: "kvm" },
  ...{ ipv4: ["192.0.2.1"], ipv6: null, specs: { disk: 1, memory: 1, transfer: 1, vcpus: 1 } },
  alerts: { cpu: 1, io: 1, network_in: 1, network_out: 1, transfer_quota: 1 },
  backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
  ...{ watchdog_enabled: true, created, updated: created },
});

const image = (index: number, status: string, kind: "own" | "public" | "automatic"): Image => ({
  ...{ id: `${kind === "public" ? "node" : "private"}/${index}`, label: "", description: null },
  ...{ created, updated: created, created_by: "me", deprecated: false },
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

const instanceType: ModelType<Instance> = {
  objects: {
    ...{ path: "/v4/node/instances", max: 4 },
    any: (index) => instanceStatus.map((status) => instance(index, status)),
  },
  fields: instanceFields,
  further: () => fc.constantFrom({}, {}, { booted: true }, { booted: false }),
  isMoving: ({ status }) => status === "booting",
  hiddenChange: ({ live, declared, further }) => {
    const shouldRun = further.booted ?? declared.image !== undefined;
    return live.status === "offline" && shouldRun === true
      ? { field: "status", declared: "running", live: "offline" }
      : undefined;
  },
};

const scheduleType: ModelType<Instance> = {
  objects: { partOf: "Instance" },
  fields: scheduleFields,
  further: (id) => fc.constant({ instanceId: Number(id) }),
  isManageable: ({ backups: { enabled, schedule } }) =>
    enabled && (schedule.day !== null || schedule.window !== null),
  isManagedBy: ({ declared }) => declared.backupsEnabled !== undefined,
  hiddenChange: ({ live }) =>
    live.backups.enabled ? undefined : { field: "enabled", declared: true, live: false, isAll: true },
};

const isOwnImage = (live: Image) => !live.is_public && live.type !== "automatic";

const imageType: ModelType<Image> = {
  objects: {
    ...{ path: "/v4/images", max: 3 },
    any: (index) => fc.tuple(imageStatus, imageKind).map(([status, kind]) => image(index, status, kind)),
  },
  fields: imageFields,
  isRecordable: isOwnImage,
  isManageable: isOwnImage,
  isMoving: ({ status }) => status === "creating",
};

const clientType: ModelType<OAuthClient> = {
  objects: {
    ...{ path: "/v4/account/oauth-clients", max: 3 },
    any: (index) => fc.constant(client(`c${index}`)),
  },
  fields: clientFields,
  hasNoCreationTime: true,
};

const methodType: ModelType<PaymentMethod> = {
  objects: {
    ...{ path: "/v4/account/payment-methods", max: 3 },
    any: (index) => fc.constant(method(index)),
  },
  fields: paymentMethodFields,
};

export const modelTypes: Readonly<Record<ResourceClass, ModelType>> = {
  Instance: instanceType,
  BackupSchedule: scheduleType,
  Image: imageType,
  OAuthClient: clientType,
  PaymentMethod: methodType,
};
