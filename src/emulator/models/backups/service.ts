import { Refusal } from "../../refusal";
import type { Caller, Service } from "../../service";
import type { InstanceRecord } from "../../world/records";
import { noteUsage } from "../billing/usage";
import { logEvent } from "../events/events";
import { changeableInstanceFor } from "../instances/access";
import { busyUntil } from "../instances/busy";
import { nextWindow } from "./schedule";

const hourLength = 60 * 60 * 1000;
const hoursAfterCancel = 24;

/** Enables the backup service; where it is enabled already, nothing changes. */
export function enableBackups(service: Service, caller: Caller, id: number): void {
  const instance = changeableInstanceFor(service, caller, id);
  if (instance.backups.enabled) return;
  const { cancelled } = instance.backups;
  const isTooEarly = cancelled !== null && service.now() < cancelled + hoursAfterCancel * hourLength;
  if (isTooEarly && service.settings.enableAfterCancel === "refused") {
    throw new Refusal("input", [
      { reason: `Backups can be enabled again ${hoursAfterCancel} hours after they were cancelled.` },
    ]);
  }
  const enabled = noteUsage(
    service,
    beginService(service, { ...instance, busy_until: busyUntil(service, instance) }),
  );
  logEvent(service, { action: "backups_enable", username: caller.user.username, instance: enabled });
}

/** Cancels the backup service and deletes all backups of the instance, for good (section 4.2). */
export function cancelBackups(service: Service, caller: Caller, id: number): void {
  const instance = changeableInstanceFor(service, caller, id);
  if (!instance.backups.enabled) return;
  for (const backup of service.world.backups.of(id)) service.world.backups.remove(backup.id);
  const cancelled = service.world.instances.put({
    ...instance,
    backups: {
      ...instance.backups,
      enabled: false,
      service: instance.backups.service + 1,
      last_successful: null,
      day: null,
      window: null,
      cancelled: service.now(),
    },
    updated: service.now(),
    busy_until: busyUntil(service, instance),
  });
  noteUsage(service, cancelled);
  logEvent(service, { action: "backups_cancel", username: caller.user.username, instance: cancelled });
}

export function beginService(service: Service, instance: InstanceRecord): InstanceRecord {
  return planBackups(service, { ...instance, backups: { ...instance.backups, enabled: true } });
}

/** Plans the next automatic backup by the schedule as it is now; what was planned before is void. */
export function planBackups(service: Service, instance: InstanceRecord): InstanceRecord {
  const planned = service.world.instances.put({
    ...instance,
    backups: { ...instance.backups, service: instance.backups.service + 1 },
  });
  if (planned.backups.enabled) planNext(service, planned);
  return planned;
}

export function planNext(service: Service, instance: InstanceRecord): void {
  service.world.timeline.add(nextWindow(instance, service.now()), {
    kind: "automaticBackup",
    instance_id: instance.id,
    service: instance.backups.service,
  });
}
