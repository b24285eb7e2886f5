import type { Finding } from "../types.generated";
import { matchesGlob } from "./glob";

/** The conditions of a rule, in the order in which they are written. */
export const conditionNames = ["finding", "type", "id", "label", "stack", "urn", "field"] as const;

export type ConditionName = (typeof conditionNames)[number];

/** A pattern of `matchesGlob`; null: findings that have no such value. */
export type Conditions = Readonly<Partial<Record<ConditionName, string | null>>>;

/** A rule of `.nodecloudignore`. It ignores a finding that meets all of its conditions. */
export interface IgnoreRule {
  readonly conditions: Conditions;
  readonly reason: string;
  /** Its last day, in UTC: `2026-12-31`. */
  readonly until: string | undefined;
  /** Its location: `shop/.nodecloudignore:3, rule 2`. */
  readonly place: string;
}

/** Rows about objects that were not compared cannot be ignored: the scan would count as complete. */
export function isIgnorable({ kind }: Pick<Finding, "kind">): boolean {
  return kind !== "inMotion";
}

export function meetsConditions(conditions: Conditions, finding: Finding): boolean {
  return (
    isIgnorable(finding) &&
    conditionNames.every((name) => meetsCondition(conditions[name], comparedPart(finding, name)))
  );
}

export function meetsCondition(pattern: string | null | undefined, value: string | null): boolean {
  if (pattern === undefined) return true;
  if (pattern === null || value === null) return pattern === value;
  return matchesGlob(pattern, value);
}

function comparedPart(finding: Finding, name: ConditionName): string | null {
  return name === "finding" ? finding.kind : finding[name];
}
