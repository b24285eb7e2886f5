export { type AccountResult, getAccount, getAccountOutput, type PromotionResult } from "./lookups/account";
export {
  type BackupDisk,
  type BackupResult,
  type BackupsQuery,
  type BackupsResult,
  getBackups,
  getBackupsOutput,
} from "./lookups/backups";
export type { LookupOptions } from "./lookups/connection";
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
export {
  BackupSchedule,
  type BackupScheduleArgs,
  type BackupScheduleInputs,
} from "./resources/backup-schedule";
export { Image, type ImageArgs, type ImageInputs } from "./resources/image";
export {
  type CloneSource,
  Instance,
  type InstanceAlerts,
  type InstanceAlertsInputs,
  type InstanceArgs,
  type InstanceBackups,
  type InstanceInputs,
  type InstanceInterface,
  type InstanceSpecs,
} from "./resources/instance";
export { OAuthClient, type OAuthClientArgs, type OAuthClientInputs } from "./resources/oauth-client";
export {
  type CardInputs,
  type MakeDefault,
  PaymentMethod,
  type PaymentMethodArgs,
  type PaymentMethodData,
  type PaymentMethodInputs,
} from "./resources/payment-method";
