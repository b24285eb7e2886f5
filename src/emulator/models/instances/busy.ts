import { busy } from "../../busy-error";
import { durationOf, type Service } from "../../service";
import { invalidField } from "../../service-error";
import type { InstanceRecord } from "../../world/instance-records";

/** Whether a job runs on the instance, a snapshot of it is being taken, or one of them ended less than `busySeconds` ago. */
export function isBusy(service: Service, instance: InstanceRecord): boolean {
  const hasSnapshotInProgress = service.world.backups
    .of(instance.id)
    .some((backup) => backup.type === "snapshot" && backup.finished === null);
  const isIdle = instance.job === null && instance.status !== "stopped" && !hasSnapshotInProgress;
  return !isIdle || service.now() < instance.busy_until;
}

/** @throws ServiceError when the instance is busy. */
export function requireIdle(service: Service, instance: InstanceRecord): void {
  if (service.settings.busyRefusals && isBusy(service, instance)) throw busy(service);
}

/** @throws ServiceError when the target of a clone or of a restore is being deleted, which a job would abort. */
export function requireNotDeleting({ status }: InstanceRecord): void {
  if (status === "deleting") throw invalidField("node_id", "the target is being deleted");
}

/** Like `requireIdle`, for a change that a busy instance accepts by default. */
export function requireIdleForChange(service: Service, instance: InstanceRecord): void {
  if (service.settings.busyActions === "all") requireIdle(service, instance);
}

/** Until when an instance is busy because of a job that ends after the given number of milliseconds. Default: it ends now. */
export function busyUntil(service: Service, instance: InstanceRecord, after = 0): number {
  const rest = durationOf(service, "busySeconds");
  return rest === 0 ? instance.busy_until : Math.max(instance.busy_until, service.now() + after + rest);
}
