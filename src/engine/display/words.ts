import type { PropertyMap } from "../../state";
import { providerTypePrefix, sameValue, stackType } from "../../state";
import type { Counts, Operation, Step, StepKind } from "../core";
import { differences, showDifference, showValue } from "./values";

interface Words {
  readonly symbol: string;
  readonly color: Color;
  readonly doing: string;
  readonly done: string;
  readonly planned: string;
}

export type Color = "green" | "yellow" | "red" | "magenta" | "cyan" | "dim";

/** How each kind of step is said. */
export const words: Readonly<Record<StepKind, Words>> = {
  same: { symbol: " ", color: "dim", doing: "looking at", done: "unchanged", planned: "unchanged" },
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

/** `name (Type)`. */
export function subjectOf(step: Pick<Step, "name" | "type">): string {
  return `${step.name} (${step.type.split(":").at(-1)?.split("/").at(-1) ?? step.type})`;
}

/** The stack itself and the default providers are the engine's own; they are shown when they fail only. */
export function isInternal(step: Step): boolean {
  return step.type === stackType || step.type.startsWith(providerTypePrefix);
}

/** What changes, by field, and why. With `detail`, what is created too. */
export function explain(step: Step, detail: boolean): readonly string[] {
  const { old, new: next } = step;
  const why = step.reason === "" ? [] : [`(${step.reason})`];
  if (step.kind === "create" && next && detail) {
    const shown = Object.entries(next.inputs).filter(([name]) => name !== "__provider");
    return [...why, ...shown.map(([name, value]) => `${name}: ${showValue(value)}`)];
  }
  if (!old || !next) return why;
  const lines = step.changed.flatMap((name) => {
    const [before, after] = sides(step, name, old, next);
    const mark = step.replaces.includes(name) ? " (replaces)" : "";
    return differences(name, before, after).map((difference) => `${showDifference(difference)}${mark}`);
  });
  const others = step.replaces.filter((name) => !step.changed.includes(name));
  const forced = others.length > 0 ? [`replaced because of ${others.join(", ")}`] : [];
  return [...why, ...lines, ...forced];
}

function sides(
  step: Step,
  name: string,
  old: { readonly inputs: PropertyMap; readonly outputs: PropertyMap },
  next: { readonly inputs: PropertyMap; readonly outputs: PropertyMap },
) {
  if (step.kind === "refresh") return [old.outputs[name], next.outputs[name]] as const;
  const before = sameValue(old.inputs[name], next.inputs[name]) ? old.outputs[name] : old.inputs[name];
  return [before, next.inputs[name]] as const;
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

export function countsLine(counts: Counts, preview: boolean): string {
  const { created, updated, replaced, deleted, unchanged, read } = counts;
  const parts = preview
    ? [
        `+ ${created} to create`,
        `~ ${updated} to update`,
        `+- ${replaced} to replace`,
        `- ${deleted} to delete`,
      ]
    : [`+ ${created} created`, `~ ${updated} updated`, `+- ${replaced} replaced`, `- ${deleted} deleted`];
  return [...parts, `${unchanged} unchanged`, ...(read > 0 ? [`${read} read`] : [])].join(", ");
}

/** `0.4s`, `12s`, `3m05s`. */
export function duration(milliseconds: number): string {
  const all = Math.max(0, milliseconds) / 1000;
  if (all < 10) return `${all.toFixed(1)}s`;
  const whole = Math.round(all);
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, "0")}s`;
}
