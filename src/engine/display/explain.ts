import type { Step } from "../core";
import { changesOf, propertiesOf, replacingOf } from "./changes";
import { changeLines } from "./differences";
import { type Line, line } from "./line";
import { propertyLines } from "./properties";

/** More changes than these are counted only, unless all properties are asked for. */
const mostChanges = 12;

/** Why a step is taken, and what it changes, field by field. With `detail`, everything the resource is made of. */
export function explain(step: Step, detail: boolean): readonly Line[] {
  const why = step.reason === "" ? [] : [line(`(${step.reason})`)];
  const others = [...replacingOf(step)].filter((name) => !step.changed.includes(name));
  const forced = others.length > 0 ? [line(`replaced because of ${others.join(", ")}`)] : [];
  return [...why, ...(detail ? everything(step) : changed(step)), ...forced];
}

const remark = (replaces: boolean) => (replaces ? " (replaces)" : "");

function changed(step: Step): readonly Line[] {
  const changes = changesOf(step);
  const shown = changes
    .slice(0, mostChanges)
    .flatMap((change) => changeLines(change.path, change, remark(change.replaces)));
  const left = changes.length - mostChanges;
  return left > 0 ? [...shown, line(`and ${left} more; --diff shows all`, "dim")] : shown;
}

function everything(step: Step): readonly Line[] {
  const id = step.old?.id || step.new?.id;
  const identity = [...(id ? [line(`[id ${id}]`, "dim")] : []), line(`[${step.urn}]`, "dim")];
  const { before, after } = propertiesOf(step);
  const replacing = replacingOf(step);
  return [...identity, ...propertyLines(before, after, (name) => remark(replacing.has(name)))];
}
