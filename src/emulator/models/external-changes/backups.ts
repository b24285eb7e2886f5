import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { planBackupStep } from "../backups/backups";
import { finishEvent } from "../events/events";

/** What befalls backups by an outside hand: also the statuses of section 3.2 that none reaches by itself. */
export const backupHappenings = [
  z.strictObject({ kind: z.literal("backup_change"), backupId: z.int(), status: z.string() }),
] as const;

type BackupHappening = z.output<(typeof backupHappenings)[number]>;

/** The statuses in which a backup is over without having succeeded. */
const failures = ["failed", "userAborted"];

/** Sets the status. From one of a backup's way it goes on; in any other it stays. */
export function happenToBackup(service: Service, { backupId, status }: BackupHappening): void {
  const backup = service.world.backups.get(backupId);
  if (!backup) throw notFound();
  const isFailure = failures.includes(status);
  const isOver = isFailure || status === "successful";
  if (isOver) finishEvent(service, backup.event_id, isFailure ? "failed" : "finished");
  if (backup.status !== status) planBackupStep(service, backupId, status);
  const now = service.now();
  service.world.backups.put({ ...backup, status, updated: now, finished: isOver ? now : null });
}
