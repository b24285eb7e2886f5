import { z } from "zod";
import { integerId } from "../meta";
import { emptyResponse, operation } from "../operation";
import { backup, backupRestore, backups as backupsOfInstance, snapshotCreate } from "../shapes/backup";

const ofInstance = z.strictObject({ instanceId: integerId.describe("Id of the instance.") });
const ofBackup = ofInstance.extend({ backupId: integerId.describe("Id of the backup.") });

/** The operations of section 4.2. */
export const backups = {
  list: operation({
    call: "GET /node/instances/{instanceId}/backups",
    summary: "Returns the automatic backups and the snapshot of an instance.",
    section: "4.2",
    scopes: ["nodes:read_only"],
    path: ofInstance,
    response: backupsOfInstance,
    resend: "always",
  }),
  snapshot: operation({
    call: "POST /node/instances/{instanceId}/backups",
    summary: "Takes a snapshot of an instance. Its existing snapshot is deleted.",
    section: "4.2",
    scopes: ["nodes:read_write"],
    path: ofInstance,
    body: snapshotCreate,
    response: backup,
    resend: "never",
  }),
  enable: operation({
    call: "POST /node/instances/{instanceId}/backups/enable",
    summary: "Enables the backup service of an instance. This service is charged for.",
    section: "4.2",
    scopes: ["nodes:read_write"],
    path: ofInstance,
    response: emptyResponse,
    resend: "afterCheck",
  }),
  cancel: operation({
    call: "POST /node/instances/{instanceId}/backups/cancel",
    summary: "Cancels the backup service of an instance and permanently deletes all of its backups.",
    section: "4.2",
    scopes: ["nodes:read_write"],
    path: ofInstance,
    response: emptyResponse,
    resend: "never",
  }),
  view: operation({
    call: "GET /node/instances/{instanceId}/backups/{backupId}",
    summary: "Returns a backup.",
    section: "4.2",
    scopes: ["nodes:read_only"],
    path: ofBackup,
    response: backup,
    resend: "always",
  }),
  restore: operation({
    call: "POST /node/instances/{instanceId}/backups/{backupId}/restore",
    summary: "Restores a backup to an instance.",
    section: "4.2",
    scopes: ["nodes:read_write"],
    path: ofBackup,
    body: backupRestore,
    response: emptyResponse,
    resend: "never",
  }),
} as const;
