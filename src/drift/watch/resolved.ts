import type { DriftReport, Finding } from "../types.generated";

/**
 * Whether a report without this finding proves that it no longer applies: its resource was compared. An object that could not be read
 * or that still changes on its own proves nothing.
 */
export function isResolved(finding: Finding, report: DriftReport): boolean {
  const { urn, type, stack } = finding;
  const others = [...report.findings, ...report.ignored].filter((other) => isSameResource(finding, other));
  if (others.some(({ kind }) => kind === "inMotion")) return finding.kind === "inMotion";
  // An `unfinished` row comes from the state alone, whether or not the object could be read.
  if (others.some(({ kind }) => kind !== "unfinished")) return true;
  if (urn !== null && report.clean.some((clean) => clean.urn === urn && clean.stack === stack)) return true;
  return !report.problems.some(
    (problem) =>
      (problem.stack === null || stack === null || problem.stack === stack) &&
      (problem.type === null || problem.type === type),
  );
}

function isSameResource(one: Finding, other: Finding): boolean {
  if (one.urn !== null || other.urn !== null) return one.urn === other.urn && one.stack === other.stack;
  return one.type === other.type && one.id === other.id && one.account === other.account;
}
