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
export { BackupSchedule } from "./resources/backup-schedule";
export type { BackupScheduleArgs } from "./resources/backup-schedule.args";
export type { BackupScheduleInputs } from "./resources/backup-schedule.inputs";
export { Image } from "./resources/image";
export type { ImageArgs } from "./resources/image.args";
export type { ImageInputs } from "./resources/image.inputs";
export {
  Instance,
  type InstanceAlerts,
  type InstanceBackups,
  type InstanceSpecs,
} from "./resources/instance";
export type { InstanceArgs } from "./resources/instance.args";
export type {
  CloneSource,
  InstanceAlertsInputs,
  InstanceInputs,
  InstanceInterface,
} from "./resources/instance.inputs";
export { OAuthClient } from "./resources/oauth-client";
export type { OAuthClientArgs } from "./resources/oauth-client.args";
export type { OAuthClientInputs } from "./resources/oauth-client.inputs";
export { PaymentMethod, type PaymentMethodData } from "./resources/payment-method";
export type { PaymentMethodArgs } from "./resources/payment-method.args";
export type { CardInputs, MakeDefault, PaymentMethodInputs } from "./resources/payment-method.inputs";
