import type { Instance as Live } from "../client";
import { compare } from "../lifecycle";
import { instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { type InstanceChanges, updateBody } from "./instance-body";

/**
 * The body of an update to the declared settings. Tags that differ only in case or order are sent as read: that modifies nothing, so a
 * restricted user may do it.
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
