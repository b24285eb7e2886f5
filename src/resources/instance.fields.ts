import type { Instance as Live } from "../client";
import type { Fields } from "../lifecycle";
import { hasPrivateAddress } from "./instance.addresses";
import type { InstanceInputs } from "./instance.inputs";
import { defaultInterfaces, sameInterfaces } from "./instance.interfaces";
import { definedParts } from "./instance-body";

export type InstanceStep = "settings" | "backups" | "ready";

/** How each argument is compared, and the effect of changing it. */
export const instanceFields: Fields<InstanceInputs, Live, InstanceStep> = {
  adopt: { change: "record", isRemovalIgnored: true },
  timeouts: { change: "record", default: {} },
  region: { change: "replace", live: (i) => i.region },
  type: { change: "replace", live: (i) => i.type },
  image: { change: "replace", refersTo: "Image", live: (i) => i.image },
  rootPass: { change: "replace", secret: true },
  authorizedKeys: { change: "record", default: [], changeWarning: setAtCreation },
  authorizedUsers: {
    change: "record",
    equality: "names",
    default: [],
    changeWarning: setAtCreation,
  },
  backupId: { change: "replace" },
  cloneFrom: { change: "replace" },
  backupsEnabled: {
    change: {
      inPlace: "backups",
      repairsDrift: (wanted) => wanted,
      unrepairedReason:
        "cancelling the backup service deletes all backups: set `backupsEnabled: true` to keep them, or cancel the service yourself",
    },
    default: false,
    live: (i) => i.backups?.enabled,
  },
  booted: { change: "record", default: true, changeWarning: cannotShutDown },
  configId: { change: "record" },
  privateIp: {
    change: "replace",
    default: false,
    provesMatch: (wanted, live) => wanted && hasPrivateAddress(live),
  },
  stackscriptId: { change: "replace" },
  stackscriptData: { change: "replace", secret: true, default: {} },
  swapSize: { change: "replace", default: 512 },
  interfaces: { change: "replace", default: defaultInterfaces, equality: sameInterfaces },
  group: { change: { inPlace: "settings" }, default: "", live: (i) => i.group },
  label: { change: { inPlace: "settings" }, isUnique: true, live: (i) => i.label },
  tags: {
    change: { inPlace: "settings" },
    default: [],
    live: (i) => i.tags,
    equality: "tags",
  },
  alerts: {
    change: { inPlace: "settings" },
    default: {},
    equality: "declared parts",
    live: ({ alerts }) =>
      alerts &&
      definedParts({
        cpu: alerts.cpu,
        io: alerts.io,
        networkIn: alerts.network_in,
        networkOut: alerts.network_out,
        transferQuota: alerts.transfer_quota,
      }),
  },
  watchdogEnabled: {
    change: { inPlace: "settings" },
    live: (i) => i.watchdog_enabled,
  },
};

function setAtCreation(): string {
  return "the service sets it at creation only; the change takes effect when the instance is next replaced";
}

function cannotShutDown(booted: boolean): string | undefined {
  return booted
    ? undefined
    : "the interface has no operation that shuts an instance down, so a running one is left running";
}
