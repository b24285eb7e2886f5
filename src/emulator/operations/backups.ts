import { operations } from "../../contract";
import { cancelBackups, enableBackups } from "../models/backups/backup-service";
import { backupFor, listBackups, restoreBackup, showBackup, takeSnapshot } from "../models/backups/backups";
import { asCreated } from "../service";
import { withToken } from "./handler";

const { backups: contract } = operations;

/** The operations of section 4.2. */
export const backups = {
  list: withToken(contract.list, ({ service, caller, path }) =>
    listBackups(service, caller, path.instanceId),
  ),
  snapshot: withToken(contract.snapshot, ({ service, caller, path, body }) =>
    showBackup(service, asCreated(service, takeSnapshot(service, caller, path.instanceId, body.label))),
  ),
  enable: withToken(contract.enable, ({ service, caller, path }) =>
    enableBackups(service, caller, path.instanceId),
  ),
  cancel: withToken(contract.cancel, ({ service, caller, path }) =>
    cancelBackups(service, caller, path.instanceId),
  ),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showBackup(service, backupFor(service, caller, path.instanceId, path.backupId)),
  ),
  restore: withToken(contract.restore, ({ service, caller, path, body }) =>
    restoreBackup(service, caller, { ...path, ...body }),
  ),
};
