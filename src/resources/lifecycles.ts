import { backupScheduleLifecycle } from "./backup-schedule.lifecycle";
import { imageLifecycle } from "./image.lifecycle";
import { instanceLifecycle } from "./instance.lifecycle";
import { oauthClientLifecycle } from "./oauth-client.lifecycle";
import { paymentMethodLifecycle } from "./payment-method.lifecycle";

/** The lifecycle of every resource, by its export in `pulumi-nodecloud/provider`. */
export const lifecycles = {
  backupSchedule: backupScheduleLifecycle,
  image: imageLifecycle,
  instance: instanceLifecycle,
  oauthClient: oauthClientLifecycle,
  paymentMethod: paymentMethodLifecycle,
} as const;

export type LifecycleName = keyof typeof lifecycles;
