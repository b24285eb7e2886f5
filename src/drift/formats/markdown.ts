import type { CleanResource, DriftReport, Finding, Problem } from "../types.generated";
import { type Advice, groupAdvice } from "./advice";
import type { FormatOptions } from "./format-options";
import { markdownBlock, markdownCode, markdownText } from "./markdown-escape";
import { fitSections, type Section } from "./markdown-sections";
import { groupByResource } from "./reported-resource";
import { shorten } from "./shorten";
import {
  actorText,
  comparesValues,
  counted,
  coverageText,
  ignoredText,
  kindCounts,
  kindNames,
  nameOf,
  noStack,
  typesScannedText,
  valueText,
  verdictText,
  withSeparators,
} from "./wording";

/** GitHub accepts comments of up to 65,536 characters. A workflow may want to add a few lines. */
const maxLength = 60_000;
const maxTextLength = 300;
const maxNameLength = 120;
/** The longest value, in a cell of a table. */
const maxValueLength = 100;
const maxCommandsPerAdvice = 20;
const maxCodeLength = 2000;

/** A comment on a pull request. The first line lets a workflow find its comment and the verdict in it. */
export function formatMarkdown(report: DriftReport, { all, showIgnored }: FormatOptions): string {
  const { verdict, findings, ignored } = report;
  const head = [`<!-- nodecloud-drift: ${verdict} -->`, `### ${verdictText(report)}`];
  if (ignored.length > 0) head.push(ignoredText(report, "`.nodecloudignore`"));
  return fitSections(`${head.join("\n\n")}\n`, maxLength, [
    problemSection(report.problems),
    findingSection(findings),
    coverageSection(report),
    adviceSection(findings),
    warningSection(report.warnings),
    ...(showIgnored === true ? [ignoredSection(ignored)] : []),
    ...(all === true ? [cleanSection(report.clean)] : []),
  ]);
}

const brief = (text: string) => markdownText(shorten(text, maxTextLength));
const code = (text: string) => markdownCode(shorten(text, maxNameLength));

function problemSection(problems: readonly Problem[]): Section {
  return {
    share: 0.2,
    start: "\n**Not read or not compared**\n\n",
    items: problems.map(({ subject, message }) => `- ${code(subject)}: ${brief(message)}\n`),
    end: "",
    omitted: (shown) => `${countOf(problems.length - shown, problems.length)} problems`,
  };
}

function findingSection(findings: readonly Finding[]): Section {
  return {
    share: 0.6,
    start: "\n| Finding | Resource | Stack | Difference |\n| --- | --- | --- | --- |\n",
    items: findings.map(findingRow),
    end: "",
    omitted: (shown) => {
      const kinds = kindCounts(findings.slice(shown));
      return `${countOf(findings.length - shown, findings.length)} findings (${kinds})`;
    },
  };
}

function findingRow(finding: Finding): string {
  const { kind, type, stack, who } = finding;
  const by = who === null ? "" : ` ${brief(actorText(who))}`;
  const resource = `${code(type)} ${code(nameOf(finding))}`;
  const place = stack === null ? noStack.toLowerCase() : code(stack);
  return `| ${kindNames[kind]} | ${resource} | ${place} | ${differenceOf(finding)}${by} |\n`;
}

function differenceOf(finding: Finding): string {
  const { field, declared, live, isSecret, repair, message } = finding;
  if (!comparesValues(finding)) return brief(message);
  const shown = (value: Finding["live"]) => markdownCode(shorten(valueText(value, isSecret), maxValueLength));
  const why = repair === "up" ? "`up --refresh` restores it." : brief(message);
  return `${code(field ?? "")}: ${shown(declared)} → ${shown(live)} ${why}`;
}

function coverageSection(report: DriftReport): Section {
  const { types } = report.coverage;
  return {
    share: 0.2,
    start: `\n<details><summary>Coverage: ${typesScannedText(report)}</summary>\n\n`,
    items: types.map((coverage) => `- ${code(coverage.type)} ${coverageText(coverage)}\n`),
    end: "\n</details>\n",
    omitted: (shown) => `the coverage of ${countOf(types.length - shown, types.length)} types`,
  };
}

function adviceSection(findings: readonly Finding[]): Section {
  const advice = groupAdvice(groupByResource(findings));
  return {
    share: 0.6,
    start: "\n<details><summary>What to do</summary>\n\n",
    items: advice.map(adviceText),
    end: "</details>\n",
    omitted: (shown) => `${countOf(advice.length - shown, advice.length)} pieces of advice`,
  };
}

const languages = { command: "sh", code: "ts", rule: "yaml" } as const;

function adviceText({ purpose, description, form, texts }: Advice): string {
  const short = texts.filter((text) => text.length <= maxCodeLength).slice(0, maxCommandsPerAdvice);
  const left = texts.length - short.length;
  const lines = [`**${purpose}**: ${brief(description)}`];
  if (short.length > 0)
    lines.push(markdownBlock(short.join(form === "code" ? "\n\n" : "\n"), languages[form]));
  if (left > 0)
    lines.push(
      `${withSeparators(left)} of ${withSeparators(texts.length)} are only in the JSON and HTML reports.`,
    );
  return `${lines.join("\n\n")}\n\n`;
}

function warningSection(warnings: readonly string[]): Section {
  return {
    share: 0.1,
    start: `\n<details><summary>${counted(warnings.length, "warning")}</summary>\n\n`,
    items: warnings.map((warning) => `- ${brief(warning)}\n`),
    end: "\n</details>\n",
    omitted: (shown) => `${countOf(warnings.length - shown, warnings.length)} warnings`,
  };
}

function ignoredSection(ignored: readonly Finding[]): Section {
  const itemOf = (finding: Finding) => {
    const { kind, type, field, ignoredBecause } = finding;
    const what = field === null ? "" : ` ${code(field)}`;
    const reason = ignoredBecause === null ? "" : ` ${brief(ignoredBecause)}`;
    return `- ${kindNames[kind]} ${code(type)} ${code(nameOf(finding))}${what}:${reason}\n`;
  };
  return {
    share: 0.3,
    start: `\n<details><summary>${counted(ignored.length, "ignored finding")}</summary>\n\n`,
    items: ignored.map(itemOf),
    end: "\n</details>\n",
    omitted: (shown) => `${countOf(ignored.length - shown, ignored.length)} ignored findings`,
  };
}

function cleanSection(clean: readonly CleanResource[]): Section {
  return {
    share: 0.3,
    start: `\n<details><summary>${counted(clean.length, "resource")} without a finding</summary>\n\n`,
    items: clean.map((resource) => `- ${code(resource.type)} ${code(nameOf(resource))}\n`),
    end: "\n</details>\n",
    omitted: (shown) => `${countOf(clean.length - shown, clean.length)} resources without a finding`,
  };
}

function countOf(part: number, whole: number): string {
  return `${withSeparators(part)} of ${withSeparators(whole)}`;
}
