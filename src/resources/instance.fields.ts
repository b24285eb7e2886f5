import type { Instance as Live } from "../client";
import type { Fields } from "../lifecycle";
import type { InstanceInputs } from "./instance";
import { hasPrivateAddress } from "./instance.addresses";
import { defaultInterfaces, sameInterfaces } from "./instance.interfaces";

export type InstanceStep = "settings" | "backups" | "ready";

/** What each argument is: how it is compared, and what a change of it means. */
export const instanceFields: Fields<InstanceInputs, Live, InstanceStep> = {
  adopt: { wire: "adopt", change: "record" },
  timeouts: { wire: null, change: "record", default: {} },
  region: { wire: "region", change: "replace", live: (i) => i.region },
  type: { wire: "type", change: "replace", live: (i) => i.type },
  image: { wire: "image", change: "replace", live: (i) => i.image },
  rootPass: { wire: "root_pass", change: "replace", secret: true },
  authorizedKeys: { wire: "authorized_keys", change: "record", default: [], notice: setAtCreation },
  authorizedUsers: {
    wire: "authorized_users",
    change: "record",
    same: "names",
    default: [],
    notice: setAtCreation,
  },
  backupId: { wire: "backup_id", change: "replace" },
  cloneFrom: { wire: "clone_from", change: "replace" },
  backupsEnabled: {
    wire: "backups_enabled",
    change: { inPlace: "backups", putBack: (wanted) => wanted },
    live: (i) => i.backups?.enabled,
  },
  booted: { wire: "booted", change: "record", default: true, notice: noShutdown },
  configId: { wire: "config_id", change: "record" },
  privateIp: {
    wire: "private_ip",
    change: "replace",
    default: false,
    like: (wanted, live) => wanted && hasPrivateAddress(live),
  },
  stackscriptId: { wire: "stackscript_id", change: "replace" },
  stackscriptData: { wire: "stackscript_data", change: "replace", secret: true, default: {} },
  swapSize: { wire: "swap_size", change: "replace", default: 512 },
  interfaces: { wire: "interfaces", change: "replace", default: defaultInterfaces, same: sameInterfaces },
  group: { wire: "group", change: { inPlace: "settings" }, default: "", live: (i) => i.group },
  label: { wire: "label", change: { inPlace: "settings" }, live: (i) => i.label },
  tags: {
    wire: "tags",
    change: { inPlace: "settings" },
    default: [],
    live: (i) => i.tags,
    same: "tags",
  },
  alerts: {
    wire: "alerts",
    change: { inPlace: "settings" },
    default: {},
    same: "declared parts",
    live: (i) =>
      i.alerts && {
        cpu: i.alerts.cpu,
        io: i.alerts.io,
        networkIn: i.alerts.network_in,
        networkOut: i.alerts.network_out,
        transferQuota: i.alerts.transfer_quota,
      },
  },
  watchdogEnabled: {
    wire: "watchdog_enabled",
    change: { inPlace: "settings" },
    live: (i) => i.watchdog_enabled,
  },
};

function setAtCreation(): string {
  return "the service sets it at creation only; the change takes effect when the instance is next replaced";
}

function noShutdown(booted: boolean): string | undefined {
  return booted
    ? undefined
    : "the interface has no operation that shuts an instance down, so one that runs is left running";
}
