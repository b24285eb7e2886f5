import type { EngineEvent } from "../core";
import { indented, type Line, line } from "./line";
import { propertyLines } from "./properties";
import { remainsLines } from "./remains";
import type { Rows } from "./rows";
import { messageLines } from "./tree";
import { summary } from "./words";

/** What stands below the tree of a run, apart from it: what was said of the stack, its outputs, and the summary. */
export function endingLines(
  general: Rows["general"],
  outputs: readonly Line[],
  event: Extract<EngineEvent, { kind: "finished" }>,
): readonly Line[] {
  const sections = [general.flatMap(messageLines), outputs, summaryLines(event)];
  return sections.filter((lines) => lines.length > 0).flatMap((lines) => [line(""), ...lines]);
}

/** The stack's outputs and how they changed; none where there are none. */
export function outputLines(event: Extract<EngineEvent, { kind: "stackOutputs" }>): readonly Line[] {
  const lines = propertyLines(event.old, event.new);
  return lines.length === 0 ? [] : [line("Outputs:"), ...indented("  ", lines)];
}

export function summaryLines(event: Extract<EngineEvent, { kind: "finished" }>): readonly Line[] {
  const head = line(summary(event), event.result === "succeeded" ? undefined : "red");
  return [head, ...(event.remains ? remainsLines(event.remains) : [])];
}
