import { z } from "zod";
import { limits } from "../limits";
import { dateTime, integerId } from "../meta";

/** The statuses of section 3.2. */
export const backupStatuses = [
  "paused",
  "pending",
  "running",
  "needsPostProcessing",
  "successful",
  "failed",
  "userAborted",
] as const;

/** A backup as the service returns it: section 2.2. */
export const backup = z
  .object({
    id: integerId.describe("The number that identifies the backup."),
    type: z.enum(["auto", "snapshot"]).describe("Whether it was taken automatically or by a user."),
    label: z.string().nullable().describe("Its name, used for snapshots."),
    status: z.enum(backupStatuses).describe("Its status (section 3.2)."),
    created: dateTime.describe("When it started."),
    finished: dateTime.nullable().describe("When it ended; null until then."),
    updated: dateTime.describe("When it was last changed."),
    configs: z.array(z.string()).describe("Labels of the configuration profiles in the backup."),
    disks: z
      .array(
        z
          .object({
            filesystem: z.string().describe("File system of the disk."),
            label: z.string().describe("Name of the disk."),
            size: z.number().describe("Size of the disk. Unit: not specified."),
          })
          .meta({ id: "BackupDisk", description: "A disk in a backup." }),
      )
      .describe("The disks in the backup."),
  })
  .meta({ id: "Backup", description: "A backup of an instance (section 2.2)." });

/** The backups of an instance: section 2.2. */
export const backups = z
  .object({
    automatic: z.array(backup).describe("The automatic backups."),
    snapshot: z
      .object({
        current: backup.nullable().describe("The snapshot that can be restored; null if there is none."),
        in_progress: backup.nullable().describe("The snapshot that is being taken; null if there is none."),
      })
      .describe("The user-taken snapshot."),
  })
  .meta({ id: "Backups", description: "All backups of an instance (section 2.2)." });

export const snapshotCreate = z.strictObject({
  label: z
    .string()
    .min(limits.snapshotLabel.min)
    .max(limits.snapshotLabel.max)
    .describe("Name of the snapshot, 1 to 255 characters."),
});

export const backupRestore = z.strictObject({
  node_id: integerId.meta({ brandedName: true }).describe("Id of the instance to restore to."),
  overwrite: z
    .boolean()
    .exactOptional()
    .describe("Whether to delete all disks and configurations of the target first."),
});
