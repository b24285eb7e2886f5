export type { ResourceClass } from "../resources/inspectors";
export { type DriftOptions, detectDrift } from "./detect-drift";
export { type FormatOptions, formatReport, type ReportFormat, reportFormats } from "./formats";
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
