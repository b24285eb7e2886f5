import type { Recovery, Services } from "../lifecycle";
import { backupScheduleRecovery } from "./backup-schedule.lifecycle";
import { imageRecovery } from "./image.lifecycle";
import { instanceRecovery } from "./instance.lifecycle";
import { oauthClientRecovery } from "./oauth-client.lifecycle";
import { paymentMethodRecovery } from "./payment-method.lifecycle";
import type { ResourceClass } from "./resource-class";

/** The recovery of the unfinished creates that a crash left behind, for each resource class. */
export const recoveries = {
  BackupSchedule: backupScheduleRecovery,
  Image: imageRecovery,
  Instance: instanceRecovery,
  OAuthClient: oauthClientRecovery,
  PaymentMethod: paymentMethodRecovery,
} as const satisfies Readonly<Record<ResourceClass, (services: Services) => Recovery>>;
