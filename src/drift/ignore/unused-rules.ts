import { groupBy } from "../../group-by";
import { resourceClasses } from "../../resources/resource-class";
import type { FindingKind } from "../finding-kinds";
import { findingKinds } from "../finding-kinds";
import { fullName } from "../recorded-stack";
import type { DriftReport } from "../types.generated";
import type { RuleInFile } from "./apply-rules";
import { literalStart } from "./glob";
import type { IgnoreFile } from "./ignore-files";
import { type Conditions, type IgnoreRule, isIgnorable, meetsCondition } from "./ignore-rule";

/** The options of a scan. */
export interface ScanExtent {
  readonly allFields: boolean;
  readonly unmanaged: boolean;
}

/**
 * Warnings about rules that match nothing. A rule that could match something that this scan did not read is not reported: the scan is
 * incomplete, or excludes a type, a stack of the project, or unmanaged objects.
 */
export async function unusedRuleWarnings(
  unmatched: readonly RuleInFile[],
  report: DriftReport,
  extent: ScanExtent,
): Promise<readonly string[]> {
  if (!report.isComplete) return [];
  const warnings: string[] = [];
  const candidates = unmatched.filter(({ rule }) => isWithinExtent(rule.conditions, report, extent));
  for (const [file, own] of groupBy(candidates, (one) => one.file)) {
    const others = await otherStacks(file, report);
    for (const { rule } of own)
      if (!canApplyTo(rule.conditions, others)) warnings.push(warningOf(rule, extent));
  }
  return warnings;
}

function isWithinExtent(conditions: Conditions, { coverage }: DriftReport, extent: ScanExtent): boolean {
  const kinds = kindsOf(conditions);
  if (kinds.includes("unmanaged") && !extent.unmanaged) return false;
  if (kinds.every((kind) => kind === "informational") && !extent.allFields) return false;
  const scanned = new Set(coverage.types.flatMap(({ type, isScanned }) => (isScanned ? [type] : [])));
  return resourceClasses.every((type) => scanned.has(type) || !meetsCondition(conditions.type, type));
}

/** The kinds of findings that can meet the conditions. */
function kindsOf({ finding, field, stack, urn }: Conditions): readonly FindingKind[] {
  const needsStack = [stack, urn].some((pattern) => typeof pattern === "string");
  const excludesStacks = stack === null || urn === null;
  return findingKinds.filter((kind) => {
    if (!isIgnorable({ kind }) || !meetsCondition(finding, kind)) return false;
    if (typeof field === "string" && !kindsWithField.has(kind)) return false;
    return kind === "unmanaged" ? !needsStack : !excludesStacks;
  });
}

const kindsWithField: ReadonlySet<FindingKind> = new Set<FindingKind>([
  "changed",
  "informational",
  "notOurs",
]);

interface StackName {
  readonly project: string;
  readonly stack: string;
}

/** The stacks of the file's projects that were not scanned. Undefined if they could not be listed. */
async function otherStacks(file: IgnoreFile, report: DriftReport): Promise<readonly StackName[] | undefined> {
  const scanned = new Set(report.stacks.map(({ name }) => name));
  const projects = groupBy(file.stacks, ({ project, backend }) => JSON.stringify([project, backend]));
  try {
    const siblings = await Promise.all(
      [...projects.values()].flatMap((stacks) =>
        stacks.slice(0, 1).map(async ({ project, listSiblings }) => {
          return (await listSiblings()).map((stack) => ({ project, stack }));
        }),
      ),
    );
    return siblings.flat().filter((name) => !scanned.has(fullName(name)));
  } catch {
    return undefined;
  }
}

function canApplyTo(conditions: Conditions, stacks: readonly StackName[] | undefined): boolean {
  if (kindsOf(conditions).every((kind) => kind === "unmanaged")) return false;
  if (stacks === undefined) return true;
  return stacks.some((name) => {
    if (!meetsCondition(conditions.stack, fullName(name))) return false;
    const start = `urn:pulumi:${name.stack}::${name.project}::`;
    const pattern = literalStart(conditions.urn ?? "*");
    return pattern.startsWith(start) || start.startsWith(pattern);
  });
}

function warningOf({ place, conditions: { finding, field } }: IgnoreRule, { allFields }: ScanExtent): string {
  const mayBeForAllFields = !allFields && finding === undefined && typeof field === "string";
  return `${place} matches no finding. Remove it${mayBeForAllFields ? ", unless it is for --all-fields" : ""}.`;
}
