import type { Args, Operations, ResponseBody } from "../../../contract";
import { busy } from "../../busy-error";
import { type Caller, formatDateTime, type Service } from "../../service";
import { invalidField, invalidRequest, notFound, ServiceError } from "../../service-error";
import type { InstanceRecord } from "../../world/instance-records";
import type { BackupRecord } from "../../world/records";
import { logEvent } from "../events/events";
import { idleInstanceFor, instanceFor } from "../instances/access";
import { requireNotDeleting } from "../instances/busy";
import { copyDisks, replaceDisks, totalSize } from "../instances/disks";
import { beginJob } from "../instances/status";
import { none } from "../transitions";
import { planNextBackup } from "./backup-service";
import { isWeekly } from "./schedule";
import { backupStatusMachine } from "./transitions";

/** The automatic backups of an instance, its snapshot, and the snapshot in progress. */
export function listBackups(service: Service, caller: Caller, instanceId: number) {
  instanceFor(service, caller, instanceId, "read_only");
  const all = service.world.backups.of(instanceId);
  const show = (backup: BackupRecord | undefined) => (backup ? showBackup(service, backup) : null);
  const snapshots = all.filter((backup) => backup.type === "snapshot");
  return {
    automatic: all.filter((backup) => backup.type === "auto").map((backup) => showBackup(service, backup)),
    snapshot: {
      current: show(snapshots.find((backup) => backup.finished !== null)),
      in_progress: show(snapshots.find((backup) => backup.finished === null)),
    },
  };
}

export function backupFor(
  service: Service,
  caller: Caller,
  instanceId: number,
  backupId: number,
): BackupRecord {
  instanceFor(service, caller, instanceId, "read_only");
  const backup = service.world.backups.get(backupId);
  if (backup?.instance_id !== instanceId) throw notFound();
  return backup;
}

/** Begins a snapshot. Once it is successful, the previous one is deleted. */
export function takeSnapshot(
  service: Service,
  caller: Caller,
  instanceId: number,
  label: string,
): BackupRecord {
  const instance = idleInstanceFor(service, caller, instanceId);
  if (!instance.backups.enabled) {
    throw invalidRequest(`The backup service of this ${service.brand.word} is not enabled.`);
  }
  if (snapshotsOf(service, instanceId).some((snapshot) => snapshot.finished === null)) throw busy(service);
  const event_id = logEvent(service, {
    action: "node_snapshot",
    username: caller.user.username,
    instance,
    takes: service.settings.backupSeconds,
  });
  return beginBackup(service, instance, { type: "snapshot", label, event_id, weekly: false });
}

/** Restores a backup to an instance, its own or another (section 4.2). */
export function restoreBackup(
  service: Service,
  caller: Caller,
  args: Args<Operations["backups"]["restore"]>,
): void {
  instanceFor(service, caller, args.instanceId, "read_write");
  const backup = backupFor(service, caller, args.instanceId, args.backupId);
  if (!service.world.instances.get(args.node_id)) throw invalidField("node_id", "node_id is not valid");
  const target = idleInstanceFor(service, caller, args.node_id);
  requireNotDeleting(target);
  if (backup.status !== "successful")
    throw invalidRequest("The backup has not succeeded and cannot be restored.");
  const occupied = args.overwrite ? 0 : totalSize(service.world.disks.of(target.id));
  if (totalSize(backup.disks) > target.specs.disk - occupied) {
    throw new ServiceError("input", [
      { reason: `Insufficient space on the target ${service.brand.word} to restore the backup.` },
    ]);
  }
  if (args.overwrite) replaceDisks(service, target.id, backup);
  else copyDisks(service, target.id, backup);
  beginJob(service, target, "restore", { username: caller.user.username });
}

/** The window of an automatic backup begins. `planned` is the number of the backup service that planned it. */
export function runAutomaticBackup(service: Service, instanceId: number, planned: number): void {
  const instance = service.world.instances.get(instanceId);
  if (!instance?.backups.enabled || instance.backups.service !== planned) return;
  const weekly = isWeekly(instance, service.now());
  if (instance.status !== "deleting") {
    beginBackup(service, instance, { type: "auto", label: null, event_id: null, weekly });
  }
  planNextBackup(service, instance);
}

export function showBackup(service: Service, backup: BackupRecord): ShownBackup {
  return {
    id: backup.id,
    type: backup.type,
    label: backup.label,
    status: backup.status,
    created: formatDateTime(service, backup.created),
    finished: backup.finished === null ? null : formatDateTime(service, backup.finished),
    updated: formatDateTime(service, backup.updated),
    configs: backup.configs.map((config) => config.label),
    disks: backup.disks.map(({ filesystem, label, size }) => ({ filesystem, label, size })),
  };
}

type ShownBackup = Omit<ResponseBody<Operations["backups"]["view"]>, "status"> & { status: string };

function beginBackup(
  service: Service,
  instance: InstanceRecord,
  own: Pick<BackupRecord, "type" | "label" | "event_id" | "weekly">,
): BackupRecord {
  const now = service.now();
  const backup: BackupRecord = {
    ...own,
    id: service.world.nextNumber("backup"),
    instance_id: instance.id,
    status: none,
    created: now,
    finished: null,
    updated: now,
    configs: [...service.world.configs.of(instance.id)],
    disks: [...service.world.disks.of(instance.id)],
  };
  return backupStatusMachine.apply(service, backup, "begin");
}

function snapshotsOf(service: Service, instanceId: number): BackupRecord[] {
  return service.world.backups.of(instanceId).filter((backup) => backup.type === "snapshot");
}
