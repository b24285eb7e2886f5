import type { Step } from "../core";
import { type Line, line } from "./line";
import { changeLines, hiddenLine } from "./property-diff";
import { propertyLines } from "./property-lines";
import { changesOfStep, hiddenPathMatcher, propertiesOf, replacingProperties } from "./step-changes";

/** Changes beyond this number are only counted, unless all properties are shown. */
const maxChanges = 12;

/** The reason for a step and its changes, by property. With `detail`, all properties of the resource. */
export function stepDetailLines(step: Step, detail: boolean): readonly Line[] {
  const reason = step.reason === "" ? [] : [line(`(${step.reason})`)];
  const unchanged = [...replacingProperties(step)].filter((name) => !step.changed.includes(name));
  const forced =
    reason.length === 0 && unchanged.length > 0 ? [line(`replaced because of ${unchanged.join(", ")}`)] : [];
  return [...reason, ...(detail ? allPropertyLines(step) : changedPropertyLines(step)), ...forced];
}

const replacesNote = (replaces: boolean) => (replaces ? " (replaces)" : "");

function changedPropertyLines(step: Step): readonly Line[] {
  const changes = changesOfStep(step);
  const shown = changes.slice(0, maxChanges).flatMap((change) => {
    const note = replacesNote(change.replaces);
    return change.isHidden ? [hiddenLine(change.path, change, note)] : changeLines(change.path, change, note);
  });
  const left = changes.length - maxChanges;
  return left > 0 ? [...shown, line(`and ${left} more; --diff shows all`, "dim")] : shown;
}

function allPropertyLines(step: Step): readonly Line[] {
  const id = step.old?.id || step.new?.id;
  const identity = [...(id ? [line(`[id ${id}]`, "dim")] : []), line(`[${step.urn}]`, "dim")];
  const { before, after } = propertiesOf(step);
  const replacing = replacingProperties(step);
  const noteOf = (name: string) => replacesNote(replacing.has(name));
  return [...identity, ...propertyLines(before, after, noteOf, hiddenPathMatcher(step))];
}
