import { printableJson } from "../../printable";
import { driftReport } from "../report";
import type { DriftReport } from "../types.generated";

/** Every field in the order of the schema, so that an unchanged world results in the same bytes except for the time. */
export function formatJson(report: DriftReport): string {
  return `${printableJson(JSON.stringify(driftReport.parse(report), null, 2))}\n`;
}
