import { isDefaultProvider, stackType } from "../../state";
import type { Operation, Step, StepKind } from "../core";
import { typeOf } from "../core/urn";
import type { Color } from "./line";
import { shortType } from "./values";

interface StepLabels {
  readonly symbol: string;
  readonly color: Color;
  /** While the step is in progress. */
  readonly doing: string;
  readonly done: string;
  /** In a preview. */
  readonly planned: string;
}

const labels: Readonly<Record<StepKind, StepLabels>> = {
  same: { symbol: "", color: "dim", doing: "checking", done: "unchanged", planned: "unchanged" },
  create: { symbol: "+", color: "green", doing: "creating", done: "created", planned: "to create" },
  update: { symbol: "~", color: "yellow", doing: "updating", done: "updated", planned: "to update" },
  delete: { symbol: "-", color: "red", doing: "deleting", done: "deleted", planned: "to delete" },
  createReplacement: {
    symbol: "+-",
    color: "magenta",
    doing: "creating replacement",
    done: "replaced",
    planned: "to replace",
  },
  deleteReplaced: {
    symbol: "-",
    color: "red",
    doing: "deleting original",
    done: "original deleted",
    planned: "original to delete",
  },
  read: { symbol: ">", color: "cyan", doing: "reading", done: "read", planned: "read" },
  readReplacement: {
    symbol: ">",
    color: "cyan",
    doing: "reading",
    done: "read, no longer managed",
    planned: "read, no longer managed",
  },
  refresh: { symbol: "~", color: "yellow", doing: "reading", done: "drifted", planned: "drifted" },
  discard: {
    symbol: "-",
    color: "red",
    doing: "removing from the state",
    done: "removed from the state",
    planned: "to remove from the state",
  },
};

/** `retainOnDelete` or the provider keeps the object. */
const retained: StepLabels = {
  ...labels.discard,
  color: "yellow",
  done: "removed from the state without deleting",
  planned: "to remove from the state without deleting",
};

export function labelsOf(
  { kind, retained: isRetained }: Pick<Step, "kind" | "retained">,
  operation: Operation,
): StepLabels {
  if (isRetained) return retained;
  // A refresh deletes nothing: it removes from the state what no longer exists.
  return labels[kind === "delete" && operation === "refresh" ? "discard" : kind];
}

/** `name (Type)`. */
export function resourceLabel({ name, type }: Pick<Step, "name" | "type">): string {
  return `${name} (${shortType(type)})`;
}

/** Whether the engine itself registered it (the stack, default providers): shown only when it fails. */
export function isInternal({ urn }: Pick<Step, "urn">): boolean {
  return typeOf(urn) === stackType || isDefaultProvider(urn);
}

export function headline(operation: Operation, preview: boolean, project: string, stack: string): string {
  const action: Readonly<Record<Operation, string>> = {
    preview: "Previewing",
    up: preview ? "Previewing" : "Updating",
    refresh: preview ? "Previewing refresh of" : "Refreshing",
    destroy: preview ? "Previewing destroy of" : "Destroying",
  };
  return `${action[operation]} stack ${stack} of project ${project}`;
}
