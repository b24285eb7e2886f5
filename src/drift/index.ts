/// <reference types="node" preserve="true" />

export { isResourceClass, type ResourceClass, resourceClasses } from "../resources/resource-class";
export { detectDrift } from "./detect-drift";
export type { DriftOptions } from "./drift-options";
export { exitCodes } from "./exit-codes";
export type { FindingKind } from "./finding-kinds";
export {
  type FormatOptions,
  formatReport,
  formatWatchEvent,
  type ReportFormat,
  reportFormats,
  type WatchLineOptions,
} from "./formats";
export type { StackSource } from "./stacks/sources";
export type * from "./types.generated";
export { exitCodeOfDriftError, UsageError } from "./usage-error";
export { watchDrift } from "./watch/watch-drift";
export type { WatchOptions } from "./watch/watch-options";
