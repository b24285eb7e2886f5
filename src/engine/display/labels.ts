import { stackType } from "../../state";
import type { Counts, Operation, RunResult, Step, StepKind } from "../core";
import { isDefaultProvider, typeOf } from "../core/urn";
import type { Color } from "./line";
import { shortType } from "./values";

interface StepLabels {
  readonly symbol: string;
  readonly color: Color;
  readonly doing: string;
  readonly done: string;
  readonly planned: string;
}

/** How each kind of step is said. */
const labels: Readonly<Record<StepKind, StepLabels>> = {
  same: { symbol: "", color: "dim", doing: "looking at", done: "unchanged", planned: "unchanged" },
  create: { symbol: "+", color: "green", doing: "creating", done: "created", planned: "to create" },
  update: { symbol: "~", color: "yellow", doing: "updating", done: "updated", planned: "to update" },
  delete: { symbol: "-", color: "red", doing: "deleting", done: "deleted", planned: "to delete" },
  createReplacement: {
    symbol: "+-",
    color: "magenta",
    doing: "creating the replacement",
    done: "replaced",
    planned: "to replace",
  },
  deleteReplaced: {
    symbol: "-",
    color: "red",
    doing: "deleting the replaced one",
    done: "the replaced one is deleted",
    planned: "the replaced one to delete",
  },
  read: { symbol: ">", color: "cyan", doing: "reading", done: "read", planned: "read" },
  readReplacement: {
    symbol: ">",
    color: "cyan",
    doing: "reading",
    done: "read, no longer managed",
    planned: "read, no longer managed",
  },
  refresh: {
    symbol: "~",
    color: "yellow",
    doing: "reading",
    done: "changed outside",
    planned: "changed outside",
  },
  discard: { symbol: "-", color: "red", doing: "forgetting", done: "forgotten", planned: "to forget" },
};

/** What a refresh finds gone is not deleted by it. */
const missingLabels: StepLabels = {
  ...labels.delete,
  doing: "reading",
  done: "removed from the state",
  planned: "to remove from the state",
};

export function labelsOf(kind: StepKind, operation: Operation): StepLabels {
  return kind === "delete" && operation === "refresh" ? missingLabels : labels[kind];
}

/** `name (Type)`. */
export function resourceLabel(step: Pick<Step, "name" | "type">): string {
  return `${step.name} (${shortType(step.type)})`;
}

/** The stack itself and the default providers are the engine's own; they are shown when they fail only. */
export function isInternal(step: Pick<Step, "urn">): boolean {
  return typeOf(step.urn) === stackType || isDefaultProvider(step.urn);
}

export function headline(operation: Operation, preview: boolean, project: string, stack: string): string {
  const doing: Readonly<Record<Operation, string>> = {
    preview: "Previewing",
    up: preview ? "Previewing" : "Updating",
    refresh: preview ? "Previewing the refresh of" : "Refreshing",
    destroy: preview ? "Previewing the destruction of" : "Destroying",
  };
  return `${doing[operation]} stack ${stack} of project ${project}`;
}

/** `+ 1 created, 3 unchanged in 2.6s`; what there was none of is left out. */
export function summaryText(run: {
  readonly operation: Operation;
  readonly preview: boolean;
  readonly result: RunResult;
  readonly counts: Counts;
  readonly milliseconds: number;
}): string {
  const { operation, preview, result, counts, milliseconds } = run;
  const said = (kind: StepKind, count: number) => {
    const { symbol, done, planned } = labelsOf(kind, operation);
    return count === 0 ? [] : [`${symbol} ${count} ${preview ? planned : done}`.trimStart()];
  };
  const changes = [
    ...said("create", counts.created),
    ...said(operation === "refresh" ? "refresh" : "update", counts.updated),
    ...said("createReplacement", counts.replaced),
    ...said("delete", counts.deleted),
    ...(counts.alreadyGone ? [`- ${counts.alreadyGone} already gone`] : []),
  ];
  const others = [...said("read", counts.read), ...said("same", counts.unchanged)];
  const nothing = changes.length > 0 ? [] : [preview ? "nothing to change" : "nothing changed"];
  const outcome = { succeeded: "", failed: "Failed: ", cancelled: "Cancelled: " }[result];
  const text = `${outcome}${[...nothing, ...changes, ...others].join(", ")} in ${duration(milliseconds)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `0.4s`, `12s`, `3m05s`, `2h01m`. */
export function duration(milliseconds: number): string {
  const all = Math.max(0, milliseconds) / 1000;
  if (all < 9.95) return `${all.toFixed(1)}s`;
  const seconds = Math.round(all);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  const two = (count: number) => String(count).padStart(2, "0");
  return minutes < 60
    ? `${minutes}m${two(seconds % 60)}s`
    : `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}
