import type { Service } from "../../service";
import type { BackupRecord } from "../../world/records";
import { finishEvent } from "../events/events";
import { none, StatusMachine } from "../transitions";

/** The newest automatic backup is kept, and so are the newest two that were taken on the schedule's day of the week. */
const maxWeekly = 2;

/** The statuses of section 3.2 in order; each transition after the first is named for the status that it leaves. */
export const backupStatusMachine = new StatusMachine({
  transitions: {
    begin: { from: [none], to: "pending", next: "pending" },
    pending: { from: ["pending"], to: "running", after: share(0.1), next: "running" },
    running: { from: ["running"], to: "needsPostProcessing", after: share(0.8), next: "needsPostProcessing" },
    needsPostProcessing: {
      from: ["needsPostProcessing"],
      to: "successful",
      after: share(0.1),
      ends: "finished",
    },
  },
  statusOf: (backup: BackupRecord) => backup.status,
  enter: (service, before, status, { ends }) => {
    const now = service.now();
    const backup = { ...before, status, updated: now, finished: ends ? now : null };
    service.world.backups.put(backup);
    if (ends) complete(service, backup, now);
    return backup;
  },
  dueOf: ({ id, status }) => ({ kind: "backup", backup_id: id, status }),
});

/** Carries out the transition that leaves a status, unless the backup has been given another status since it was planned. */
export function advanceBackup(service: Service, backupId: number, status: string): void {
  const backup = service.world.backups.get(backupId);
  if (backup) backupStatusMachine.applyNamed(service, backup, status);
}

function share(part: number): { readonly setting: "backupSeconds"; readonly share: number } {
  return { setting: "backupSeconds", share: part };
}

function complete(service: Service, backup: BackupRecord, now: number): void {
  finishEvent(service, backup.event_id);
  const { instances } = service.world;
  const instance = instances.get(backup.instance_id);
  if (instance) instances.put({ ...instance, backups: { ...instance.backups, last_successful: now } });
  removeReplaced(service, backup);
}

/** Removes the backups that a new one replaces. */
function removeReplaced(service: Service, done: BackupRecord): void {
  const older = service.world.backups
    .of(done.instance_id)
    .filter((backup) => backup.type === done.type && backup.finished !== null && backup.id !== done.id)
    .reverse();
  const weekly = older.filter((backup) => backup.weekly).slice(0, done.weekly ? maxWeekly - 1 : maxWeekly);
  for (const backup of older) {
    if (done.type === "snapshot" || !weekly.includes(backup)) service.world.backups.remove(backup.id);
  }
}
