/// <reference types="node" preserve="true" />
export type { ResourceClass } from "../resources/inspectors";
export { type DriftOptions, detectDrift } from "./detect-drift";
export {
  type FormatOptions,
  formatReport,
  formatWatchEvent,
  type ReportFormat,
  reportFormats,
  type WatchLineOptions,
} from "./formats";
export type {
  Actor,
  CleanResource,
  DriftReport,
  Finding,
  FindingAction,
  FindingKind,
  Problem,
  ScannedStack,
  TypeCoverage,
} from "./report";
export { exitCodes } from "./report";
export { isResourceClass, resourceClasses } from "./scan/account-reader";
export type { StackSource } from "./stacks";
export { exitCodeOfDriftError, UsageError } from "./usage-error";
export { watchDrift } from "./watch/watch-drift";
export type { WatchEvent } from "./watch/watch-event";
export type { WatchOptions } from "./watch/watch-options";
