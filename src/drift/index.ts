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
