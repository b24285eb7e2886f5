import { type Caller, durationOf, type Service } from "../../service";
import { ServiceError } from "../../service-error";
import type { InstanceRecord } from "../../world/instance-records";
import { millisecondsPerHour } from "../../world/moment";
import { recordUsage } from "../billing/usage";
import { logEvent } from "../events/events";
import { changeableInstanceFor } from "../instances/access";
import { removeBackups } from "./removal";
import { effectiveSchedule, nextWindow } from "./schedule";

const cooldownHours = 24;

/** Enables the backup service, immediately or after a delay, depending on the settings. Does nothing if it is enabled already. */
export function enableBackups(service: Service, caller: Caller, id: number): void {
  const instance = changeableInstanceFor(service, caller, id);
  if (instance.backups.enabled) return;
  const { cancelled } = instance.backups;
  const isTooEarly = cancelled !== null && service.now() < cancelled + cooldownHours * millisecondsPerHour;
  if (isTooEarly && service.settings.enableAfterCancel === "refused") {
    throw new ServiceError("input", [
      { reason: `Backups can be enabled again ${cooldownHours} hours after they were cancelled.` },
    ]);
  }
  logEvent(service, { action: "backups_enable", username: caller.user.username, instance });
  const duration = durationOf(service, "enableSeconds");
  if (duration === 0) recordUsage(service, startBackups(service, instance));
  else {
    const entry = { kind: "backupsEnabled", instance_id: id, service: instance.backups.service } as const;
    service.world.timeline.add(service.now() + duration, entry);
  }
}

/** @param planned The value of `backups.service` when enabling began. It has another value if a cancel has ended the enabling since. */
export function finishEnabling(service: Service, instanceId: number, planned: number): void {
  const instance = service.world.instances.get(instanceId);
  if (instance?.backups.service === planned) recordUsage(service, startBackups(service, instance));
}

/** Cancels the backup service and deletes all backups of the instance (section 4.2). Also cancels an enable in progress. */
export function cancelBackups(service: Service, caller: Caller, id: number): void {
  const instance = changeableInstanceFor(service, caller, id);
  if (!instance.backups.enabled) {
    rescheduleBackups(service, instance);
    return;
  }
  removeBackups(service, id);
  const cancelled = service.world.instances.put({
    ...instance,
    backups: {
      ...instance.backups,
      enabled: false,
      service: instance.backups.service + 1,
      last_successful: null,
      ...(service.settings.scheduleWhenOff === "kept" ? {} : { day: null, window: null }),
      cancelled: service.now(),
    },
    updated: service.now(),
  });
  recordUsage(service, cancelled);
  logEvent(service, { action: "backups_cancel", username: caller.user.username, instance: cancelled });
}

/** Enables the backup service without any check. */
export function startBackups(service: Service, instance: InstanceRecord): InstanceRecord {
  const schedule = service.settings.scheduleWhenEnabled === "assigned" ? effectiveSchedule(instance) : {};
  return rescheduleBackups(service, {
    ...instance,
    backups: { ...instance.backups, ...schedule, enabled: true },
  });
}

/** Cancels the automatic backup that was planned before and, if the service is enabled, plans the next one by the current schedule. */
export function rescheduleBackups(service: Service, instance: InstanceRecord): InstanceRecord {
  const planned = service.world.instances.put({
    ...instance,
    backups: { ...instance.backups, service: instance.backups.service + 1 },
  });
  if (planned.backups.enabled) planNextBackup(service, planned);
  return planned;
}

export function planNextBackup(service: Service, instance: InstanceRecord): void {
  service.world.timeline.add(nextWindow(instance, service.now()), {
    kind: "automaticBackup",
    instance_id: instance.id,
    service: instance.backups.service,
  });
}
