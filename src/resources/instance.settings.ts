import type { Instance as Live } from "../client";
import { compare } from "../lifecycle";
import { instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { type InstanceChanges, updateBody } from "./instance-body";

/** Whether everything that an update can carry is as declared. */
export function hasDeclaredSettings(inputs: InstanceInputs, live: Live): boolean {
  return !compare(instanceFields, inputs, undefined, live).steps.includes("settings");
}

/**
 * The body of an update to what is declared. Tags that mean the same are sent as read, which modifies nothing: a restricted
 * user may do that.
 */
export function settingsBody(inputs: InstanceInputs, live: Live): InstanceChanges {
  const { label, group, tags, watchdogEnabled, alerts = {} } = inputs;
  const { changed } = compare(instanceFields, { tags: tags ?? [] }, undefined, live);
  return updateBody(live, {
    label,
    group,
    tags: tags !== undefined && changed.includes("tags") ? [...tags] : undefined,
    watchdog_enabled: watchdogEnabled,
    alerts: {
      cpu: alerts.cpu,
      io: alerts.io,
      network_in: alerts.networkIn,
      network_out: alerts.networkOut,
      transfer_quota: alerts.transferQuota,
    },
  });
}
