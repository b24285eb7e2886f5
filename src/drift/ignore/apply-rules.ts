import type { DriftReport, Finding } from "../types.generated";
import { verdictOf } from "../verdict";
import { type IgnoreFile, stackNamesOf } from "./ignore-files";
import { type IgnoreRule, meetsConditions } from "./ignore-rule";
import { placeholderReason } from "./write-rule";

/** A rule and the file that it is from. */
export interface RuleInFile {
  readonly file: IgnoreFile;
  readonly rule: IgnoreRule;
}

export interface AppliedRules {
  /** Its verdict follows from the remaining findings. Its warnings name rules that no longer apply and rules without a reason. */
  readonly report: DriftReport;
  /** The rules that apply but match none of its findings. */
  readonly unmatched: readonly RuleInFile[];
}

/**
 * Removes ignored findings from the verdict. Problems and objects that were not compared cannot be ignored.
 * @param now In milliseconds since 1970. A rule applies until the end of its last day in UTC.
 */
export function applyIgnoreRules(
  report: DriftReport,
  files: readonly IgnoreFile[],
  now: number,
): AppliedRules {
  const all = files.flatMap((file) => {
    const concerns = appliesTo(file, report);
    return file.rules.map((rule) => ({
      ...{ file, rule, hasEnded: hasEnded(rule, now) },
      matched: report.findings.filter(
        (finding) => concerns(finding) && meetsConditions(rule.conditions, finding),
      ),
    }));
  });
  const applied = all.filter((one) => !one.hasEnded);
  const reasons = new Map<Finding, string>();
  for (const { rule, matched } of [...applied].reverse()) {
    for (const finding of matched) reasons.set(finding, rule.reason);
  }
  const findings = report.findings.filter((finding) => !reasons.has(finding));
  const ignored = report.findings.flatMap((finding) => {
    const ignoredBecause = reasons.get(finding);
    return ignoredBecause === undefined ? [] : [{ ...finding, ignoredBecause }];
  });
  const warnings = [
    ...all.filter((one) => one.hasEnded).map(({ rule, matched }) => endedWarning(rule, matched.length)),
    ...applied.filter(({ rule }) => rule.reason === placeholderReason).map(({ rule }) => reasonWarning(rule)),
  ];
  return {
    report: {
      ...report,
      ...verdictOf(findings, report.problems),
      warnings: [...report.warnings, ...warnings],
      ...{ findings, ignored },
    },
    unmatched: applied
      .filter(({ matched }) => matched.length === 0)
      .map(({ file, rule }) => ({ file, rule })),
  };
}

/** Objects that no stack records are findings of every stack of their account. */
function appliesTo(file: IgnoreFile, { stacks }: DriftReport): (finding: Finding) => boolean {
  const names = stackNamesOf(file);
  const accounts = new Set(stacks.filter(({ name }) => names.has(name)).map(({ account }) => account));
  return ({ stack, account }) => (stack === null ? accounts.has(account) : names.has(stack));
}

function hasEnded({ until }: IgnoreRule, now: number): boolean {
  return until !== undefined && new Date(now).toISOString().slice(0, until.length) > until;
}

function endedWarning({ place, until }: IgnoreRule, count: number): string {
  const effect =
    count === 0
      ? ""
      : count === 1
        ? ", so 1 finding is no longer ignored"
        : `, so ${count} findings are no longer ignored`;
  return `${place} ended on ${until}${effect}. Remove it or change its date.`;
}

function reasonWarning({ place }: IgnoreRule): string {
  return `${place} has no reason yet. Explain why its findings do not matter.`;
}
