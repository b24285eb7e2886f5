import type { DriftReport, Finding } from "../types.generated";
import type { FormatOptions, ReportFormat } from "./format-options";
import type * as GitHub from "./github";
import type * as Html from "./html";
import type * as Json from "./json";
import type * as JUnit from "./junit";
import type * as Markdown from "./markdown";
import type * as Table from "./table";

type Formatter = (report: DriftReport, options: FormatOptions) => string;

/** Each format is loaded when it is first used. */
const formatters: Readonly<Record<ReportFormat, Formatter>> = {
  table: (report, options) => loadTable().formatTable(report, options),
  json: (report) => loadJson().formatJson(report),
  markdown: (report, options) => loadMarkdown().formatMarkdown(report, options),
  html: (report) => loadHtml().formatHtml(report),
  junit: (report) => loadJUnit().formatJUnit(report),
  github: (report, options) => loadGitHub().formatGitHub(report, options),
};

const loadTable = (): typeof Table => require("./table");
const loadJson = (): typeof Json => require("./json");
const loadMarkdown = (): typeof Markdown => require("./markdown");
const loadHtml = (): typeof Html => require("./html");
const loadJUnit = (): typeof JUnit => require("./junit");
const loadGitHub = (): typeof GitHub => require("./github");

/** Writes a report as a string that ends with a line feed and is safe to print on a terminal, whatever labels contain. */
export function formatReport(report: DriftReport, format: ReportFormat, options: FormatOptions = {}): string {
  const { findings, ignored } = report;
  const shown = { ...report, findings: findings.map(withoutSecret), ignored: ignored.map(withoutSecret) };
  return formatters[format](shown, options);
}

/** Scans omit secret values. A report that contains one nevertheless must not publish it. */
function withoutSecret(finding: Finding): Finding {
  return finding.isSecret ? { ...finding, declared: null, live: null } : finding;
}
