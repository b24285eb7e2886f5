export { type AccountResult, getAccount, getAccountOutput, type PromotionResult } from "./lookups/account";
export {
  type BackupDisk,
  type BackupResult,
  type BackupsQuery,
  type BackupsResult,
  getBackups,
  getBackupsOutput,
} from "./lookups/backups";
export {
  type EntityResult,
  type EventFilters,
  type EventFiltersInputs,
  type EventResult,
  getEvents,
  getEventsOutput,
} from "./lookups/event";
export {
  getImage,
  getImageOutput,
  getImages,
  getImagesOutput,
  type ImageFilters,
  type ImageQuery,
  type ImageResult,
} from "./lookups/image";
export {
  getInstance,
  getInstanceOutput,
  getInstances,
  getInstancesOutput,
  type InstanceFilters,
  type InstanceQuery,
  type InstanceResult,
} from "./lookups/instance";
export {
  getOAuthClients,
  getOAuthClientsOutput,
  type OAuthClientFilters,
  type OAuthClientResult,
} from "./lookups/oauth-client";
export type { LookupOptions } from "./lookups/options";
export {
  getPaymentMethods,
  getPaymentMethodsOutput,
  type PaymentMethodFilters,
  type PaymentMethodResult,
} from "./lookups/payment-method";
export {
  getRegion,
  getRegionOutput,
  getRegions,
  getRegionsOutput,
  type RegionFilters,
  type RegionQuery,
  type RegionResult,
} from "./lookups/region";
export { BackupSchedule, type BackupScheduleClass } from "./resources/backup-schedule";
export type { BackupScheduleArgs, BackupScheduleInputs } from "./resources/backup-schedule.inputs";
export { Image, type ImageClass } from "./resources/image";
export type { ImageArgs, ImageInputs } from "./resources/image.inputs";
export {
  Instance,
  type InstanceAlerts,
  type InstanceBackups,
  type InstanceClass,
  type InstanceSpecs,
} from "./resources/instance";
export type {
  CloneSource,
  InstanceAlertsInputs,
  InstanceArgs,
  InstanceInputs,
  InstanceInterface,
} from "./resources/instance.inputs";
export { OAuthClient, type OAuthClientClass } from "./resources/oauth-client";
export type { OAuthClientArgs, OAuthClientInputs } from "./resources/oauth-client.inputs";
export { PaymentMethod, type PaymentMethodClass, type PaymentMethodData } from "./resources/payment-method";
export type {
  CardInputs,
  MakeDefault,
  PaymentMethodArgs,
  PaymentMethodInputs,
} from "./resources/payment-method.inputs";
