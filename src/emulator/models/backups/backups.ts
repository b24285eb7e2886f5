import type { Answer, Args, Operations } from "../../../contract";
import { nodeBusy, notFound, Refusal, refused, wrongInput } from "../../refusal";
import { type Caller, dateTime, lasting, type Service } from "../../service";
import type { BackupRecord, InstanceRecord } from "../../world/records";
import { idleInstanceFor, instanceFor } from "../account/access";
import { finishEvent, logEvent } from "../events/events";
import { copyDisks, replaceDisks, sizeOf } from "../instances/disks";
import { begin } from "../instances/status";
import { isWeekly } from "./schedule";
import { planNext } from "./service";

/** The statuses of a backup in order (section 3.2), and how many parts of a backup's whole time each lasts. */
const backupSteps = [
  { status: "pending", parts: 0.1 },
  { status: "running", parts: 0.8 },
  { status: "needsPostProcessing", parts: 0.1 },
  { status: "successful", parts: 0 },
] as const;

/** The automatic backups that are kept: the newest, and of two weeks the one of the schedule's day. */
const keptWeekly = 2;

export function backupsOf(service: Service, caller: Caller, instanceId: number) {
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

/** Begins a snapshot; when it has succeeded, the one before is deleted. */
export function takeSnapshot(
  service: Service,
  caller: Caller,
  instanceId: number,
  label: string,
): BackupRecord {
  const instance = idleInstanceFor(service, caller, instanceId);
  if (!instance.backups.enabled) throw refused("The backup service of this node is not enabled.");
  if (snapshotsOf(service, instanceId).some((one) => one.finished === null)) throw nodeBusy();
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
  if (!service.world.instances.get(args.node_id)) throw wrongInput("node_id", "node_id is not valid");
  const target = idleInstanceFor(service, caller, args.node_id);
  if (backup.status !== "successful") throw refused("The backup has not succeeded and can not be restored.");
  const occupied = args.overwrite ? 0 : sizeOf(service.world.disks.of(target.id));
  if (sizeOf(backup.disks) > target.specs.disk - occupied) {
    throw new Refusal("input", [{ reason: "Insufficient space on the target node to restore the backup." }]);
  }
  if (args.overwrite) replaceDisks(service, target.id, backup);
  else copyDisks(service, target.id, backup);
  begin(service, target, "restore", { username: caller.user.username });
}

/** The window of an automatic backup has begun. */
export function automaticBackupIsDue(service: Service, instanceId: number, number: number): void {
  const instance = service.world.instances.get(instanceId);
  if (!instance?.backups.enabled || instance.backups.service !== number) return;
  const weekly = isWeekly(instance, service.now());
  if (instance.status !== "deleting") {
    beginBackup(service, instance, { type: "auto", label: null, event_id: null, weekly });
  }
  planNext(service, instance);
}

/** A backup's next status has come due, unless it was given another meanwhile. */
export function backupIsDue(service: Service, backupId: number, from: string): void {
  const backup = service.world.backups.get(backupId);
  const instance = backup && service.world.instances.get(backup.instance_id);
  if (!backup || !instance || backup.status !== from) return;
  const now = service.now();
  const step = backupSteps[backupSteps.findIndex(({ status }) => status === from) + 1];
  if (!step) return;
  const isOver = step.status === "successful";
  service.world.backups.put({ ...backup, status: step.status, updated: now, finished: isOver ? now : null });
  if (!isOver) {
    planBackupStep(service, backupId, step.status);
    return;
  }
  finishEvent(service, backup.event_id);
  service.world.instances.put({ ...instance, backups: { ...instance.backups, last_successful: now } });
  forgetOld(service, backup);
}

/** Has a backup leave its status when that has lasted; one that leads nowhere stays. */
export function planBackupStep(service: Service, backupId: number, status: string): void {
  const step = backupSteps.find((one) => one.status === status);
  if (!step || step.status === "successful") return;
  const at = service.now() + lasting(service, "backupSeconds") * step.parts;
  service.world.timeline.add(at, { kind: "backup", backup_id: backupId, status });
}

export function showBackup(service: Service, backup: BackupRecord): ShownBackup {
  return {
    id: backup.id,
    type: backup.type,
    label: backup.label,
    status: backup.status,
    created: dateTime(service, backup.created),
    finished: backup.finished === null ? null : dateTime(service, backup.finished),
    updated: dateTime(service, backup.updated),
    configs: backup.configs.map((config) => config.label),
    disks: backup.disks.map(({ filesystem, label, size }) => ({ filesystem, label, size })),
  };
}

type ShownBackup = Omit<Answer<Operations["backups"]["view"]>, "status"> & { status: string };

function beginBackup(
  service: Service,
  instance: InstanceRecord,
  own: Pick<BackupRecord, "type" | "label" | "event_id" | "weekly">,
): BackupRecord {
  const now = service.now();
  const [first] = backupSteps;
  const id = service.world.number("backup");
  planBackupStep(service, id, first.status);
  return service.world.backups.put({
    ...own,
    id,
    instance_id: instance.id,
    status: first.status,
    created: now,
    finished: null,
    updated: now,
    configs: [...service.world.configs.of(instance.id)],
    disks: [...service.world.disks.of(instance.id)],
  });
}

function snapshotsOf(service: Service, instanceId: number): BackupRecord[] {
  return service.world.backups.of(instanceId).filter((backup) => backup.type === "snapshot");
}

/** Deletes the backups that the new one takes the place of. */
function forgetOld(service: Service, done: BackupRecord): void {
  const older = service.world.backups
    .of(done.instance_id)
    .filter((backup) => backup.type === done.type && backup.finished !== null && backup.id !== done.id)
    .reverse();
  const weekly = older.filter((backup) => backup.weekly).slice(0, done.weekly ? keptWeekly - 1 : keptWeekly);
  for (const backup of older) {
    if (done.type === "snapshot" || !weekly.includes(backup)) service.world.backups.remove(backup.id);
  }
}
