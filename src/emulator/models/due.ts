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

/** Carries out a due entry of the timeline in the accounts that have its object. `first` is the service of any account. */
export function carryOut(first: Service, due: Due): void {
  const services = first.everyAccount();
  for (const number of ownersOf(first, due)) {
    const owner = services[number - 1];
    if (owner) carryOutIn(owner, due);
  }
}

/** The numbers of the accounts that a due entry concerns. */
function ownersOf({ world }: Service, due: Due): readonly number[] {
  const { owners } = world;
  switch (due.kind) {
    case "instance":
    case "watchdog":
    case "backupsEnabled":
    case "automaticBackup":
      return owners.of("instances", due.instance_id);
    case "image":
      return owners.of("images", due.image_id);
    case "paymentMethod":
      return owners.of("payment_methods", due.payment_method_id);
    case "backup":
      return owners.of("backups", due.backup_id);
    case "maintenance":
      return owners.of("maintenances", due.maintenance_id);
    case "monthEnd":
      return owners.of("accounts", due.euuid);
    case "transferExpiry":
    case "transferCompletion": {
      const sender = world.entityTransfers.get(due.token)?.sender;
      return sender === undefined ? [] : [sender];
    }
  }
}

function carryOutIn(service: Service, due: Due): void {
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
