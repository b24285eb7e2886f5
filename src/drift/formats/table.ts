import { printable } from "../../printable";
import type { DriftReport } from "../types.generated";
import type { FormatOptions } from "./format-options";
import { createPaint, type Paint } from "./paint";
import { groupByStack } from "./reported-resource";
import { adviceLines } from "./table-advice";
import { resourceLines } from "./table-resource";
import {
  counted,
  coverageText,
  ignoredText,
  nameOf,
  noStack,
  typesScannedText,
  verdictText,
} from "./wording";

/** The human-readable report, with the verdict last, next to the prompt. */
export function formatTable(report: DriftReport, { color, all, showIgnored }: FormatOptions): string {
  const paint = createPaint(color === true);
  const sections = [
    ...findingSections(report, paint),
    ...(showIgnored === true ? ignoredSections(report, paint) : []),
    ...(all === true ? [cleanSection(report, paint)] : []),
    coverageSection(report, paint),
    problemSection(report, paint),
    warningSection(report, paint),
    verdictSection(report, paint, showIgnored === true),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function findingSections({ findings, stacks }: DriftReport, paint: Paint): readonly (readonly string[])[] {
  const stackOf = new Map(stacks.map((stack) => [stack.name, stack]));
  return groupByStack(findings).flatMap(({ name, resources }) => {
    const stack = name === null ? undefined : stackOf.get(name);
    const from =
      stack === undefined ? "" : `  ${counted(stack.resources, "resource")}, read from ${stack.source}`;
    const heading = `${paint(printable(name ?? noStack), "bold")}${paint(printable(from), "dim")}`;
    return [[heading, ...resourceLines(resources, paint)], adviceLines(resources, paint)];
  });
}

function ignoredSections({ ignored }: DriftReport, paint: Paint): readonly (readonly string[])[] {
  return groupByStack(ignored).map(({ name, resources }) => [
    `${paint(printable(name ?? noStack), "bold")}, ignored`,
    ...resourceLines(resources, paint),
  ]);
}

function cleanSection({ clean }: DriftReport, paint: Paint): readonly string[] {
  if (clean.length === 0) return [];
  const rows = clean.map((resource) => {
    const { stack, type } = resource;
    return `  ${paint("=", "green")} ${printable(`${stack}  ${type} ${nameOf(resource)}`)}`;
  });
  return [paint("Without a finding", "bold"), ...rows];
}

function coverageSection(report: DriftReport, paint: Paint): readonly string[] {
  const { types } = report.coverage;
  const width = Math.max(0, ...types.map(({ type }) => printable(type).length));
  return [
    `${paint("Coverage", "bold")}  ${typesScannedText(report)}`,
    ...types.map((coverage) => {
      const text = coverageText(coverage);
      return `  ${printable(coverage.type).padEnd(width)} ${coverage.isScanned ? text : paint(text, "yellow")}`;
    }),
  ];
}

function problemSection({ problems }: DriftReport, paint: Paint): readonly string[] {
  if (problems.length === 0) return [];
  const lines = problems.map(({ subject, stack, message }) => {
    const where = stack === null || subject.includes(stack) ? "" : ` of ${stack}`;
    return `  ${paint("!", "red")} ${printable(`${subject}${where}: ${message}`)}`;
  });
  return [paint("Not read or not compared", "bold"), ...lines];
}

function warningSection({ warnings }: DriftReport, paint: Paint): readonly string[] {
  if (warnings.length === 0) return [];
  return [
    paint("Warnings", "bold"),
    ...warnings.map((warning) => `  ${paint("!", "yellow")} ${printable(warning)}`),
  ];
}

const verdictColors = { inSync: "green", drift: "red", incomplete: "yellow" } as const;

function verdictSection(report: DriftReport, paint: Paint, showsIgnored: boolean): readonly string[] {
  const ignored = ignoredText(report);
  const hint = showsIgnored ? "" : " --show-ignored lists them.";
  return [
    ...(ignored === "" ? [] : [`${ignored}${hint}`]),
    paint(verdictText(report), verdictColors[report.verdict]),
  ];
}
