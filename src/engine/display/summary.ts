import type { EngineEvent } from "../core";
import { showDuration } from "./duration";
import { labelsOf } from "./labels";
import { indent, type Line, line } from "./line";
import { propertyLines } from "./property-lines";
import { remainingWorkLines } from "./remaining-work";
import type { RunProgress } from "./run-progress";
import { messageLines } from "./tree";

type FinishedEvent = Extract<EngineEvent, { kind: "finished" }>;

/** The lines after the tree of a run: messages about the stack, its outputs, and the summary. */
export function finalLines(
  stackMessages: RunProgress["stackMessages"],
  outputs: readonly Line[],
  event: FinishedEvent,
): readonly Line[] {
  const sections = [stackMessages.flatMap(messageLines), outputs, summaryLines(event)];
  return sections.filter((lines) => lines.length > 0).flatMap((lines) => [line(""), ...lines]);
}

/** The stack's outputs and how they changed. Empty if there are none. */
export function outputLines(event: Extract<EngineEvent, { kind: "stackOutputs" }>): readonly Line[] {
  const lines = propertyLines(event.old, event.new);
  return lines.length === 0 ? [] : [line("Outputs:"), ...indent("  ", lines)];
}

export function summaryLines(event: FinishedEvent): readonly Line[] {
  const head = line(summaryText(event), event.result === "succeeded" ? undefined : "red");
  return [head, ...(event.remains ? remainingWorkLines(event.remains) : [])];
}

/** `+ 1 created, 3 unchanged in 2.6s`. Counts of zero are omitted. */
function summaryText({ operation, preview, result, counts, remains, milliseconds }: FinishedEvent): string {
  const show = (step: Parameters<typeof labelsOf>[0], count = 0) => {
    const { symbol, done, planned } = labelsOf(step, operation);
    return count === 0 ? [] : [`${symbol} ${count} ${preview ? planned : done}`.trimStart()];
  };
  const changes = [
    ...show({ kind: "create" }, counts.created),
    ...show({ kind: operation === "refresh" ? "refresh" : "update" }, counts.updated),
    ...show({ kind: "createReplacement" }, counts.replaced),
    ...show({ kind: "delete" }, counts.deleted),
    ...show({ kind: "delete", retained: true }, counts.retained),
    ...(counts.unready ? [`${counts.unready} not ready`] : []),
    ...(counts.alreadyDeleted ? [`- ${counts.alreadyDeleted} already deleted`] : []),
  ];
  const others = [...show({ kind: "read" }, counts.read), ...show({ kind: "same" }, counts.unchanged)];
  const mayHaveChanged =
    remains !== undefined && remains.cutOff.length + remains.undeleted.length + remains.toRecreate.length > 0;
  // A preview that did not succeed may not have come to the changes.
  const isUnknown = preview ? result !== "succeeded" : mayHaveChanged;
  const none = changes.length > 0 || isUnknown ? [] : [preview ? "nothing to change" : "nothing changed"];
  const outcome = { succeeded: [], failed: ["Failed"], cancelled: ["Cancelled"] }[result];
  const all = [...none, ...changes, ...others].join(", ");
  const text = `${[...outcome, ...(all === "" ? [] : [all])].join(": ")} in ${showDuration(milliseconds)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
