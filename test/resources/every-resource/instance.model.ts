import fc from "fast-check";
import type { Instance } from "../../../src/client";
import { created, type ModelFields, type ModelType, sameTags, text } from "../../drift/worlds/model-type";

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
    isEqual: sameTags,
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

const instance = (id: number, status: string): Instance => ({
  ...{ id, label: "", group: "", tags: [], region: "", type: "", image: null, status, hypervisor: "kvm" },
  ...{ ipv4: ["192.0.2.1"], ipv6: null, specs: { disk: 1, memory: 1, transfer: 1, vcpus: 1 } },
  alerts: { cpu: 1, io: 1, network_in: 1, network_out: 1, transfer_quota: 1 },
  backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
  ...{ watchdog_enabled: true, created, updated: created },
});

const instanceStatus = fc.constantFrom("running", "running", "running", "offline", "stopped", "booting");

export const instanceModel: ModelType<Instance> = {
  objects: {
    ...{ path: "/v4/node/instances", max: 4 },
    any: (index) => instanceStatus.map((status) => instance(index, status)),
  },
  fields: instanceFields,
  unreported: () => fc.constantFrom({}, {}, { booted: true }, { booted: false }),
  isMoving: ({ status }) => status === "booting",
  hiddenChange: ({ live, declared, unreported }) => {
    const shouldRun = unreported.booted ?? declared.image !== undefined;
    return live.status === "offline" && shouldRun === true
      ? { field: "status", declared: "running", live: "offline" }
      : undefined;
  },
};
