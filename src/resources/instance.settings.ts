import type { InstancesUpdateArgs, Instance as Live } from "../client";
import { compare } from "../lifecycle";
import { type InstanceInputs, instanceFields } from "./instance";

/** Whether everything that an update can carry is as declared. */
export function hasDeclaredSettings(inputs: InstanceInputs, live: Live): boolean {
  return !compare(instanceFields, inputs, undefined, live).steps.includes("settings");
}

/**
 * The body of an update. Whether omitted fields are left unchanged is not specified, so all that can be updated are sent: those
 * that are not declared as they were just read, without their read-only parts. Tags that mean the same are sent as
 * read, which modifies nothing: a restricted user may do that.
 */
export function settingsBody(inputs: InstanceInputs, live: Live): Omit<InstancesUpdateArgs, "instanceId"> {
  const { alerts = {} } = inputs;
  const sameTags = !compare(instanceFields, { tags: inputs.tags ?? [] }, undefined, live).changed.includes(
    "tags",
  );
  const tags = inputs.tags === undefined || sameTags ? live.tags : [...inputs.tags];
  return withoutNulls({
    label: inputs.label ?? live.label,
    group: inputs.group ?? live.group,
    tags,
    watchdog_enabled: inputs.watchdogEnabled ?? live.watchdog_enabled,
    alerts: withoutNulls({
      cpu: alerts.cpu ?? live.alerts?.cpu,
      io: alerts.io ?? live.alerts?.io,
      network_in: alerts.networkIn ?? live.alerts?.network_in,
      network_out: alerts.networkOut ?? live.alerts?.network_out,
      transfer_quota: alerts.transferQuota ?? live.alerts?.transfer_quota,
    }),
    backups: scheduleOf(live),
  });
}

/** What the service writes in a schedule that nobody has set yet. */
const notSet = "Scheduling";

function scheduleOf(live: Live): InstancesUpdateArgs["backups"] {
  const { day, window } = live.backups?.schedule ?? {};
  const schedule = {
    ...(day && day !== notSet ? { day } : {}),
    ...(window && window !== notSet ? { window } : {}),
  };
  return Object.keys(schedule).length > 0 ? { schedule } : undefined;
}

/** Optional fields are never sent as null. */
function withoutNulls<T extends object>(body: T): T {
  const sent = { ...body };
  for (const name in sent) if (sent[name] === null || sent[name] === undefined) delete sent[name];
  return sent;
}
