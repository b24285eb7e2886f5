import { groupBy } from "../../group-by";
import type { DriftReport, Finding, Problem, WatchEvent } from "../types.generated";
import { isResolved } from "./resolved";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A line without the common fields. */
export type Change = Without<WatchEvent, "version" | "time" | "verdict" | "isComplete">;

/** The findings and problems that have been reported and still apply. */
export class ReportedState {
  readonly #findings = new Map<string, Finding>();
  readonly #problems = new Map<string, Problem>();

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /**
   * Updates the reported findings from a report, and returns the changes. A finding that the report lacks is resolved only if the report
   * proves it.
   * @param isHeld Findings of which nothing is reported yet, because they may be temporary.
   */
  updateFindings(report: DriftReport, isHeld: (finding: Finding) => boolean): readonly Change[] {
    const now = this.#byKey(report.findings);
    const changes: Change[] = [];
    for (const [key, finding] of now) {
      const before = this.#findings.get(key);
      if (isHeld(finding)) continue;
      this.#findings.set(key, finding);
      if (before === undefined) changes.push({ event: "found", finding });
      else if (!isSameFinding(before, finding)) changes.push({ event: "changed", finding, before });
    }
    for (const [key, finding] of this.#findings) {
      if (now.has(key) || isHeld(finding) || !isResolved(finding, report)) continue;
      this.#findings.delete(key);
      changes.push({ event: "resolved", finding });
    }
    return changes;
  }

  /**
   * The findings by key. While an account cannot be identified, a finding has the key of the reported one that differs in nothing but the
   * account, if there is only one.
   */
  #byKey(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
    const nameOf = (finding: Finding) => keyOfFinding({ ...finding, account: null });
    const reported = groupBy([...this.#findings], ([, finding]) => nameOf(finding));
    const current = groupBy(findings, nameOf);
    const keyOf = (finding: Finding) => {
      const name = nameOf(finding);
      const [known, ...others] = reported.get(name) ?? [];
      if (known === undefined || others.length > 0 || current.get(name)?.length !== 1)
        return keyOfFinding(finding);
      const [key, { account }] = known;
      const areDifferent = account !== null && finding.account !== null && account !== finding.account;
      return areDifferent ? keyOfFinding(finding) : key;
    };
    return new Map(findings.map((finding) => [keyOf(finding), finding]));
  }

  /** A problem is reported when it begins and when it ends, however its message changes in between. */
  updateProblems(problems: readonly Problem[]): readonly Change[] {
    const now = new Map(problems.map((problem) => [keyOfProblem(problem), problem]));
    const changes: Change[] = [];
    for (const [key, problem] of now) {
      if (!this.#problems.has(key)) changes.push({ event: "problem", problem });
      this.#problems.set(key, problem);
    }
    for (const [key, problem] of this.#problems) {
      if (now.has(key)) continue;
      this.#problems.delete(key);
      changes.push({ event: "problemEnded", problem });
    }
    return changes;
  }
}

function keyOfFinding({ kind, type, id, account, stack, urn, field, label }: Finding): string {
  const name = id === null && urn === null ? label : null;
  return JSON.stringify([kind, type, id, account, stack, urn, field, name]);
}

function keyOfProblem({ subject, stack, type }: Problem): string {
  return JSON.stringify([subject, stack, type]);
}

/** The object's label, the advice and the actor may change without anything new to report. */
function isSameFinding(one: Finding, other: Finding): boolean {
  const contentOf = ({ declared, live, isSecret, repair, message }: Finding) =>
    JSON.stringify([declared, live, isSecret, repair, message]);
  return contentOf(one) === contentOf(other);
}
