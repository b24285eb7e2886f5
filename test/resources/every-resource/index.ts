import type { LifecycleName } from "../../../src/resources/lifecycles";
import { backupSchedule } from "./backup-schedule";
import { image } from "./image";
import { instance } from "./instance";
import { oauthClient } from "./oauth-client";
import { paymentMethod } from "./payment-method";
import type { TestedResource } from "./tested-resource";

/** Every resource. A lifecycle without an entry is a compile error. */
export const testedResources: { readonly [Name in LifecycleName]: TestedResource } = {
  backupSchedule,
  image,
  instance,
  oauthClient,
  paymentMethod,
};
