import type { ResourceClass } from "../../../src/resources/resource-class";
import { backupSchedule } from "./backup-schedule";
import { image } from "./image";
import { instance } from "./instance";
import { oauthClient } from "./oauth-client";
import { paymentMethod } from "./payment-method";
import type { TestedResource } from "./tested-resource";

/** Every resource. A class without an entry is a compile error. */
export const testedResources: { readonly [Type in ResourceClass]: TestedResource } = {
  BackupSchedule: backupSchedule,
  Image: image,
  Instance: instance,
  OAuthClient: oauthClient,
  PaymentMethod: paymentMethod,
};
