import type { Service } from "../service";
import type { DueTransition } from "../world/timeline-entry";
import { finishEnabling } from "./backups/backup-service";
import { runAutomaticBackup } from "./backups/backups";
import { advanceBackup } from "./backups/transitions";
import { closeMonth } from "./billing/months";
import { advanceImage } from "./images/transitions";
import { advanceMaintenance } from "./instances/maintenance-windows";
import { advanceInstance } from "./instances/status";
import { runWatchdog } from "./instances/watchdog";
import { listPaymentMethod } from "./payments/payment-methods";
import { completeTransfer, expireTransfer } from "./transfers/transitions";

/** Carries out a due entry of the timeline in the accounts that have its object. `first` is the service of any account. */
export function carryOut(first: Service, due: DueTransition): void {
  const services = first.everyAccount();
  for (const number of ownersOf(first, due)) {
    const owner = services[number - 1];
    if (owner) runTransition(owner, due);
  }
}

/** The numbers of the accounts that a due entry concerns. */
function ownersOf({ world }: Service, due: DueTransition): readonly number[] {
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
      return due.account === undefined ? owners.of("accounts", due.euuid) : [due.account];
    case "transferExpiry":
    case "transferCompletion": {
      const sender = world.entityTransfers.get(due.token)?.sender;
      return sender === undefined ? [] : [sender];
    }
  }
}

function runTransition(service: Service, due: DueTransition): void {
  switch (due.kind) {
    case "instance":
      advanceInstance(service, due.instance_id, due.epoch);
      break;
    case "watchdog":
      runWatchdog(service, due.instance_id, due.epoch);
      break;
    case "image":
      advanceImage(service, due.image_id, due.turn, due.epoch);
      break;
    case "paymentMethod":
      listPaymentMethod(service, due.payment_method_id);
      break;
    case "monthEnd":
      closeMonth(service, due);
      break;
    case "backup":
      advanceBackup(service, due.backup_id, due.status);
      break;
    case "backupsEnabled":
      finishEnabling(service, due.instance_id, due.service);
      break;
    case "automaticBackup":
      runAutomaticBackup(service, due.instance_id, due.service);
      break;
    case "maintenance":
      advanceMaintenance(service, due.maintenance_id);
      break;
    case "transferExpiry":
      expireTransfer(service, due.token);
      break;
    case "transferCompletion":
      completeTransfer(service, due.token);
      break;
  }
}
