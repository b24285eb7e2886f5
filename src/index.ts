export type { LookupOptions } from "./lookups/connection";
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
