import type { Service } from "../service";
import type { Due } from "../world/timeline-entry";
import { automaticBackupIsDue, backupIsDue } from "./backups/backups";
import { monthIsOver } from "./billing/month-end";
import { turnIsDue } from "./images/status";
import { maintenanceIsDue } from "./instances/maintenances";
import { stepIsDue, watchdogIsDue } from "./instances/status";
import { appearanceIsDue } from "./payments/payment-methods";
import { completionIsDue, expiryIsDue } from "./transfers/status";

/** Carries out what has come due in an account; what isn't there was none of its things. */
export function carryOut(service: Service, due: Due): void {
  switch (due.kind) {
    case "instance":
      stepIsDue(service, due.instance_id, due.epoch);
      break;
    case "watchdog":
      watchdogIsDue(service, due.instance_id, due.epoch);
      break;
    case "image":
      turnIsDue(service, due.image_id, due.turn, due.epoch);
      break;
    case "paymentMethod":
      appearanceIsDue(service, due.payment_method_id);
      break;
    case "monthEnd":
      monthIsOver(service, due.euuid);
      break;
    case "backup":
      backupIsDue(service, due.backup_id, due.status);
      break;
    case "automaticBackup":
      automaticBackupIsDue(service, due.instance_id, due.service);
      break;
    case "maintenance":
      maintenanceIsDue(service, due.maintenance_id);
      break;
    case "transferExpiry":
      expiryIsDue(service, due.token);
      break;
    case "transferCompletion":
      completionIsDue(service, due.token);
      break;
  }
}
