import type { Service } from "../service";
import type { Due } from "../world/timeline-entry";
import { enablingIsDue } from "./backups/backup-service";
import { automaticBackupIsDue } from "./backups/backups";
import { backupIsDue } from "./backups/transitions";
import { monthEndIsDue } from "./billing/months";
import { imageIsDue } from "./images/transitions";
import { maintenanceIsDue } from "./instances/maintenances";
import { instanceIsDue } from "./instances/status";
import { watchdogIsDue } from "./instances/watchdog";
import { paymentMethodIsDue } from "./payments/payment-methods";
import { transferCompletionIsDue, transferExpiryIsDue } from "./transfers/transitions";

/** Carries out a due entry of the timeline in one account. Nothing changes if the account does not have its object. */
export function carryOut(service: Service, due: Due): void {
  switch (due.kind) {
    case "instance":
      instanceIsDue(service, due.instance_id, due.epoch);
      break;
    case "watchdog":
      watchdogIsDue(service, due.instance_id, due.epoch);
      break;
    case "image":
      imageIsDue(service, due.image_id, due.turn, due.epoch);
      break;
    case "paymentMethod":
      paymentMethodIsDue(service, due.payment_method_id);
      break;
    case "monthEnd":
      monthEndIsDue(service, due.euuid);
      break;
    case "backup":
      backupIsDue(service, due.backup_id, due.status);
      break;
    case "backupsEnabled":
      enablingIsDue(service, due.instance_id, due.service);
      break;
    case "automaticBackup":
      automaticBackupIsDue(service, due.instance_id, due.service);
      break;
    case "maintenance":
      maintenanceIsDue(service, due.maintenance_id);
      break;
    case "transferExpiry":
      transferExpiryIsDue(service, due.token);
      break;
    case "transferCompletion":
      transferCompletionIsDue(service, due.token);
      break;
  }
}
