export { type FormatOptions, type ReportFormat, reportFormats } from "./format-options";
export { formatReport } from "./format-report";
export { formatWatchEvent, type WatchLineOptions } from "./watch-line";
