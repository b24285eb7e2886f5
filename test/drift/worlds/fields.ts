import fc from "fast-check";
import type { Image, Instance, OAuthClient, PaymentMethod } from "../../../src/client";

export type Live = Instance | Image | OAuthClient | PaymentMethod;

/** How the model reads, changes and compares one argument. Written from the interface, not from the field tables. */
interface ModelField<L> {
  readonly values: fc.Arbitrary<unknown>;
  readonly read: (live: L) => unknown;
  readonly write: (live: L, value: unknown) => L;
  /** The value of a create-only argument may not be shown: null proves nothing. */
  readonly mayBeHidden?: true;
  /** Default: by their JSON. */
  readonly isEqual?: (declared: unknown, live: unknown) => boolean;
}

export type ModelFields<L> = Readonly<Record<string, ModelField<L>>>;

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

export const instanceFields: ModelFields<Instance> = {
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

export const scheduleFields: ModelFields<Instance> = {
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

export const imageFields: ModelFields<Image> = {
  label: { values: text, read: (i) => i.label, write: (i, value) => ({ ...i, label: String(value) }) },
  description: {
    values: fc.oneof(text, fc.constant(null)),
    read: (i) => i.description,
    write: (i, value) => ({ ...i, description: textOrNull(value) }),
  },
};

export const clientFields: ModelFields<OAuthClient> = {
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

export const methodFields: ModelFields<PaymentMethod> = {
  isDefault: {
    values: fc.boolean(),
    read: (m) => m.is_default,
    write: (m, value) => ({ ...m, is_default: value === true }),
  },
};
