import type { DriftReport } from "../types.generated";
import { applyIgnoreRules } from "./apply-rules";
import type { IgnoreFile } from "./ignore-files";
import { type ScanExtent, unusedRuleWarnings } from "./unused-rules";

/** The report without the ignored findings, and with a warning for each useless rule. */
export async function ignoreFindings(
  whole: DriftReport,
  files: readonly IgnoreFile[],
  now: number,
  extent: ScanExtent,
): Promise<DriftReport> {
  const { report, unmatched } = applyIgnoreRules(whole, files, now);
  const unused = await unusedRuleWarnings(unmatched, report, extent);
  return { ...report, warnings: [...report.warnings, ...unused] };
}
