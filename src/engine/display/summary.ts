import type { EngineEvent } from "../core";
import { summaryText } from "./labels";
import { indent, type Line, line } from "./line";
import { propertyLines } from "./property-lines";
import { remainsLines } from "./remaining-work";
import type { RunProgress } from "./rows";
import { messageLines } from "./tree";

/** What stands below the tree of a run, apart from it: what was said of the stack, its outputs, and the summary. */
export function finalLines(
  general: RunProgress["stackMessages"],
  outputs: readonly Line[],
  event: Extract<EngineEvent, { kind: "finished" }>,
): readonly Line[] {
  const sections = [general.flatMap(messageLines), outputs, summaryLines(event)];
  return sections.filter((lines) => lines.length > 0).flatMap((lines) => [line(""), ...lines]);
}

/** The stack's outputs and how they changed; none where there are none. */
export function outputLines(event: Extract<EngineEvent, { kind: "stackOutputs" }>): readonly Line[] {
  const lines = propertyLines(event.old, event.new);
  return lines.length === 0 ? [] : [line("Outputs:"), ...indent("  ", lines)];
}

export function summaryLines(event: Extract<EngineEvent, { kind: "finished" }>): readonly Line[] {
  const head = line(summaryText(event), event.result === "succeeded" ? undefined : "red");
  return [head, ...(event.remains ? remainsLines(event.remains) : [])];
}
