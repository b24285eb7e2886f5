import type { Inspector, ReadServices } from "../lifecycle";
import { backupScheduleInspector } from "./backup-schedule.lifecycle";
import { imageInspector } from "./image.lifecycle";
import { instanceInspector } from "./instance.lifecycle";
import { oauthClientInspector } from "./oauth-client.lifecycle";
import { paymentMethodInspector } from "./payment-method.lifecycle";
import type { ResourceClass } from "./resource-class";

/** How the objects of each resource class are read and compared for drift reports. */
export const inspectors = {
  BackupSchedule: backupScheduleInspector,
  Image: imageInspector,
  Instance: instanceInspector,
  OAuthClient: oauthClientInspector,
  PaymentMethod: paymentMethodInspector,
} as const satisfies Readonly<Record<ResourceClass, (services: ReadServices) => Inspector>>;
