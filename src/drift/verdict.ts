import type { DriftReport, Finding, Problem } from "./types.generated";

/** The verdict, from the findings that count and the failed reads. Incomplete is never in sync. */
export function verdictOf(
  findings: readonly Finding[],
  problems: readonly Problem[],
): Pick<DriftReport, "verdict" | "isComplete"> {
  const isComplete = problems.length === 0 && findings.every(({ kind }) => kind !== "inMotion");
  const isDrift = findings.some(({ kind }) => kind !== "informational" && kind !== "inMotion");
  return { verdict: isDrift ? "drift" : isComplete ? "inSync" : "incomplete", isComplete };
}
