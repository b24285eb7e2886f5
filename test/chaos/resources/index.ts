import { isResourceClass, type ResourceClass } from "../../../src/resources/resource-class";
import { backupSchedule } from "./backup-schedule";
import type { ChaosResource, ObjectsOfClass } from "./chaos-resource";
import { image } from "./image";
import { instance } from "./instance";
import { oauthClient } from "./oauth-client";
import { paymentMethod } from "./payment-method";

/** Every resource. A class without an entry is a compile error. The order decides which histories a seed draws. */
export const chaosResources: { readonly [Type in ResourceClass]: ChaosResource } = {
  Instance: instance,
  Image: image,
  OAuthClient: oauthClient,
  PaymentMethod: paymentMethod,
  BackupSchedule: backupSchedule,
};

/** The classes in the order in which histories draw them. */
export const drawnClasses: readonly ResourceClass[] = Object.keys(chaosResources).filter(isResourceClass);

/** The objects of a class. Undefined if it has none of its own. */
export function objectsOf(type: ResourceClass): ObjectsOfClass | undefined {
  const { objects } = chaosResources[type];
  return "partOf" in objects ? undefined : objects;
}
