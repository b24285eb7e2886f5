import { defineResource } from "../lifecycle";
import { backupScheduleDefinition } from "./backup-schedule.lifecycle";
import { imageDefinition } from "./image.lifecycle";
import { instanceDefinition } from "./instance.lifecycle";
import { oauthClientDefinition } from "./oauth-client.lifecycle";
import { paymentMethodDefinition } from "./payment-method.lifecycle";
import { isResourceClass, type ResourceClass } from "./resource-class";

/** What the engine, drift reports and `recover` need of every resource class, in the order of the reference. */
export const resourceTypes = {
  Instance: defineResource(instanceDefinition),
  Image: defineResource(imageDefinition),
  OAuthClient: defineResource(oauthClientDefinition),
  PaymentMethod: defineResource(paymentMethodDefinition),
  BackupSchedule: defineResource(backupScheduleDefinition),
} as const satisfies Readonly<Record<ResourceClass, unknown>>;

/** Objects under the kinds of their resource classes. Objects of classes that this version does not know are omitted. */
export function withKinds<T extends { readonly type: string }>(
  objects: readonly T[],
): readonly (T & { readonly kind: string })[] {
  return objects.flatMap((one) =>
    isResourceClass(one.type) ? [{ ...one, kind: resourceTypes[one.type].definition.kind }] : [],
  );
}
