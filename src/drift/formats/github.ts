import { printable, printableText } from "../../printable";
import type { DriftReport, Finding } from "../types.generated";
import type { FormatOptions } from "./format-options";
import { groupByResource, type ReportedResource } from "./reported-resource";
import {
  actorText,
  comparesValues,
  counted,
  ignoredText,
  kindCounts,
  nameOf,
  noStack,
  valueText,
  verdictText,
} from "./wording";

type Level = "error" | "warning" | "notice";

interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
}

/** The maximum number of annotations of each level that GitHub shows for a step. It silently drops the others. */
const maxPerLevel = 10;

/** Formats a report as GitHub Actions workflow commands: the verdict, every problem, and one annotation for each resource. */
export function formatGitHub(report: DriftReport, { showIgnored }: FormatOptions = {}): string {
  const { verdict, problems, warnings, findings, ignored } = report;
  const annotations: readonly Annotation[] = [
    { level: verdict === "inSync" ? "notice" : "error", title: "Drift", message: summaryOf(report) },
    ...problems.map(({ subject, message }): Annotation => ({ level: "error", title: subject, message })),
    ...groupByResource(findings).map(annotationOf),
    ...(showIgnored === true ? groupByResource(ignored).map(ignoredAnnotation) : []),
    ...warnings.map((message): Annotation => ({ level: "notice", title: "Drift scan", message })),
  ];
  return (["error", "warning", "notice"] as const)
    .flatMap((level) => withinLimit(annotations.filter((annotation) => annotation.level === level)))
    .map(commandOf)
    .join("");
}

function summaryOf(report: DriftReport): string {
  return [verdictText(report), ignoredText(report)].join(" ").trim();
}

function annotationOf(resource: ReportedResource): Annotation {
  const { type, stack, findings, actions } = resource;
  const isDrift = findings.some(({ kind }) => kind !== "informational");
  const rows = findings.map(rowOf);
  const commands = actions.filter(({ form }) => form === "command");
  return {
    level: isDrift ? "warning" : "notice",
    title: `${type} ${nameOf(resource)}: ${kindCounts(findings)}`,
    message: [stack ?? noStack, ...rows, ...commands.map(({ purpose, text }) => `${purpose}: ${text}`)].join(
      "\n",
    ),
  };
}

function ignoredAnnotation(resource: ReportedResource): Annotation {
  const { type, stack, findings } = resource;
  const rows = findings.map((finding) => `${rowOf(finding)} Ignored: ${finding.ignoredBecause}`);
  const title = `${type} ${nameOf(resource)}: ${kindCounts(findings)}, ignored`;
  return { level: "notice", title, message: [stack ?? noStack, ...rows].join("\n") };
}

function rowOf(finding: Finding): string {
  const { field, declared, live, isSecret, message, who } = finding;
  const values = `${field}: ${valueText(declared, isSecret)} → ${valueText(live, isSecret)}. `;
  const by = who === null ? "" : ` ${actorText(who)}`;
  return `${comparesValues(finding) ? values : ""}${message}${by}`;
}

/** Replaces the annotations that GitHub would drop with one that states how many were omitted. */
function withinLimit(annotations: readonly Annotation[]): readonly Annotation[] {
  if (annotations.length <= maxPerLevel) return annotations;
  const shown = annotations.slice(0, maxPerLevel - 1);
  const [{ level } = { level: "notice" as const }] = annotations;
  const omitted = counted(annotations.length - shown.length, "more annotation");
  return [
    ...shown,
    { level, title: "Drift", message: `${omitted} are not shown. The other reports list everything.` },
  ];
}

function commandOf({ level, title, message }: Annotation): string {
  return `::${level} title=${escapeProperty(printable(title))}::${escapeMessage(printableText(message))}\n`;
}

function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
