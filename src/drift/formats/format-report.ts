import type { DriftReport, Finding } from "../report";
import type { FormatOptions, ReportFormat } from "./format-options";

type Formatter = (report: DriftReport, options: FormatOptions) => string;

/** Each format is loaded when it is first used. */
const formatters: Readonly<Record<ReportFormat, () => Formatter>> = {
  table: () => loadTable().formatTable,
  json: () => loadJson().formatJson,
  markdown: () => loadMarkdown().formatMarkdown,
  html: () => loadHtml().formatHtml,
  junit: () => loadJUnit().formatJUnit,
  github: () => loadGitHub().formatGitHub,
};

const loadTable = (): typeof import("./table") => require("./table");
const loadJson = (): typeof import("./json") => require("./json");
const loadMarkdown = (): typeof import("./markdown") => require("./markdown");
const loadHtml = (): typeof import("./html") => require("./html");
const loadJUnit = (): typeof import("./junit") => require("./junit");
const loadGitHub = (): typeof import("./github") => require("./github");

/** Writes a report as text that ends with a line feed. The text is safe to print on a terminal, whatever labels contain. */
export function formatReport(report: DriftReport, format: ReportFormat, options: FormatOptions = {}): string {
  const { findings, ignored } = report;
  const shown = { ...report, findings: findings.map(withoutSecret), ignored: ignored.map(withoutSecret) };
  return formatters[format]()(shown, options);
}

/** Scans leave secret values out. A report that holds one all the same must not publish it. */
function withoutSecret(finding: Finding): Finding {
  return finding.isSecret ? { ...finding, declared: null, live: null } : finding;
}
