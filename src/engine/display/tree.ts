import { printable } from "../../printable";
import type { Step } from "../core";
import { columnsOf } from "./columns";
import { duration, isInternal, labelsOf, resourceLabel } from "./labels";
import { indent, type Line, line, type Part, textLines } from "./line";
import type { ResourceRow, RowStep, RunProgress } from "./rows";
import { stepDetailLines } from "./step-details";

export interface TreeOptions {
  /** Show what did not change, too. */
  readonly showSames: boolean;
  /** Show every property. */
  readonly detail: boolean;
  /** Show both halves of a replacement. */
  readonly replacementSteps: boolean;
}

interface TreeNode {
  readonly row: ResourceRow;
  readonly children: readonly TreeNode[];
}

/** The tree of a run that has ended: each resource with its status, what changed, and what was said of it. */
export function treeLines(rows: RunProgress, options: TreeOptions): readonly Line[] {
  const branches = buildTree(rows, (row) => isShown(row, options.showSames));
  return layOutTree(branches, rows, (row) => bodyOf(row, rows, options));
}

/** A moment of a run under way: its time, the sign that it moves, and how many lines there is room for. */
interface LiveFrame {
  readonly now: number;
  readonly spinner: string;
  readonly room: number;
}

/** The tree of a run under way, one line a resource: all that changes, or as much of it as there is room for. */
export function liveLines(rows: RunProgress, moment: LiveFrame): readonly Line[] {
  const underWay = (row: ResourceRow) => row.steps.some((step) => isRunning(step, moment.now));
  const failed = (row: ResourceRow) => row.steps.some(({ state }) => state === "failed");
  const ended = (row: ResourceRow) => row.steps.some(({ step, state }) => state === "done" && isChange(step));
  const choices = [
    (row: ResourceRow) => underWay(row) || failed(row) || ended(row),
    (row: ResourceRow) => underWay(row) || failed(row),
    underWay,
  ];
  for (const [at, shown] of choices.entries()) {
    const lines = layOutTree(buildTree(rows, shown), rows, () => [], moment);
    const isLast = at === choices.length - 1;
    if (lines.length > moment.room && !isLast) continue;
    const left = lines.length > moment.room ? [`${lines.length - moment.room + 1} more under way`] : [];
    const count = at > 0 ? [...rows.all].filter(ended).length : 0;
    const done = count > 0 ? [`${count} done`] : [];
    const rest = [...left, ...done].join(", ");
    const kept = left.length > 0 ? lines.slice(0, moment.room - 1) : lines;
    return [...kept, ...(rest === "" ? [] : [line(`     ${rest}`, "dim")])];
  }
  return [];
}

/** A step shorter than this is not worth a line that flickers by, in milliseconds. */
const minShownDuration = 250;

function isRunning({ step, state, since }: RowStep, now: number): boolean {
  return state === "underWay" && now - since >= minShownDuration && !isInternal(step);
}

function isChange(step: Step): boolean {
  return step.kind !== "same" && !isInternal(step);
}

function isShown(row: ResourceRow, sames: boolean): boolean {
  if (row.messages.length > 0) return true;
  return row.steps.some(
    ({ step, state }) => state === "failed" || (sames ? !isInternal(step) : isChange(step)),
  );
}

/** The shown rows under their parents; a parent that is not shown itself stands there for its children. */
function buildTree(rows: RunProgress, shown: (row: ResourceRow) => boolean): readonly TreeNode[] {
  const children = new Map<string, ResourceRow[]>();
  const placed = new Set<string>();
  const place = (row: ResourceRow): void => {
    if (placed.has(row.urn)) return;
    placed.add(row.urn);
    const parent = rows.get(row.parent);
    const above = parent && !isInternal(parent) ? parent : undefined;
    const siblings = children.get(above?.urn ?? "") ?? [];
    siblings.push(row);
    children.set(above?.urn ?? "", siblings);
    if (above) place(above);
  };
  for (const row of rows.all) if (shown(row)) place(row);
  const branch = (row: ResourceRow): TreeNode => ({ row, children: under(row.urn) });
  const under = (urn: string): readonly TreeNode[] => (children.get(urn) ?? []).sort(byName).map(branch);
  return under("");
}

/** The same in every run, whatever came first: two previews can be compared. */
function byName(left: ResourceRow, right: ResourceRow): number {
  return collator.compare(left.name, right.name) || collator.compare(left.urn, right.urn);
}

const collator = new Intl.Collator("en", { numeric: true });

function layOutTree(
  branches: readonly TreeNode[],
  rows: RunProgress,
  body: (row: ResourceRow) => readonly Line[],
  moment?: LiveFrame,
): readonly Line[] {
  const heads: { readonly stem: string; readonly row: ResourceRow; readonly body: readonly Line[] }[] = [];
  const walk = (siblings: readonly TreeNode[], stem: string, isRoot: boolean): void => {
    for (const [at, { row, children }] of siblings.entries()) {
      const isLast = at === siblings.length - 1;
      const below = isRoot ? "" : `${stem}${isLast ? "   " : "│  "}`;
      const rail = `     ${below}${children.length > 0 ? "│  " : "   "}`;
      const own = isRoot ? "" : `${stem}${isLast ? "└─ " : "├─ "}`;
      heads.push({ stem: own, row, body: indent(rail, body(row)) });
      walk(children, below, false);
    }
  };
  walk(branches, "", true);
  const widths = heads.map(({ stem, row }) => columnsOf(printable(stem + resourceLabel(row))));
  const column = Math.min(maxNameColumns, Math.max(0, ...widths));
  return heads.flatMap((head, at) => {
    const padding = " ".repeat(Math.max(0, column - (widths[at] ?? 0)) + 2);
    return [headOf(head.row, head.stem, padding, rows, moment), ...head.body];
  });
}

/** The statuses stand in one column, as long as that leaves room for them. */
const maxNameColumns = 48;

function headOf(
  row: ResourceRow,
  stem: string,
  padding: string,
  rows: RunProgress,
  moment: LiveFrame | undefined,
): Line {
  const main = mainStep(row);
  const { symbol = "", color } = main ? labelsOf(main.step.kind, rows.operation) : {};
  const failed = row.steps.some(({ state }) => state === "failed");
  const moves = moment && row.steps.some(({ state }) => state === "underWay");
  const mark: Part = failed ? { text: "!", color: "red" } : { text: symbol, color };
  return [
    { text: moves ? moment.spinner : " " },
    { ...mark, text: `${mark.text.padStart(2)}  ` },
    { text: stem, color: "dim" },
    { text: `${resourceLabel(row)}${padding}` },
    ...statusOf(row, rows, moment?.now),
  ];
}

/** What a row is about: the deletion of what was replaced is told by the way. */
function mainStep(row: ResourceRow): RowStep | undefined {
  const shown = row.steps.filter(({ step }) => step.kind !== "same");
  return shown.find(({ step }) => step.kind !== "deleteReplaced") ?? shown[0] ?? row.steps[0];
}

function statusOf(row: ResourceRow, rows: RunProgress, now: number | undefined): readonly Part[] {
  const main = mainStep(row);
  const told = row.steps.filter((step) => step === main || step.state !== "done");
  const parts = told.map((step): Part => {
    const { color, doing, done, planned } = labelsOf(step.step.kind, rows.operation);
    if (step.state === "failed") {
      return {
        text: `${doing} failed${rows.preview ? "" : ` after ${duration(step.milliseconds)}`}`,
        color: "red",
      };
    }
    if (step.state === "underWay") {
      const waited = now === undefined ? " when the run ended" : ` ${duration(now - step.since)}`;
      return { text: `${doing}${waited}`, color };
    }
    const took = rows.preview || step.step.kind === "same" ? "" : ` in ${duration(step.milliseconds)}`;
    return { text: `${rows.preview ? planned : done}${took}`, color };
  });
  const separated = parts.flatMap((part, at) => (at === 0 ? [part] : [{ text: ", " }, part]));
  return row.status === "" || now === undefined ? separated : [...separated, { text: ` · ${row.status}` }];
}

function bodyOf(
  row: ResourceRow,
  rows: RunProgress,
  { detail, replacementSteps }: TreeOptions,
): readonly Line[] {
  const main = mainStep(row);
  const explained = main && main.step.kind !== "same" ? stepDetailLines(main.step, detail) : [];
  const failures = row.steps.flatMap(({ state, message }) =>
    state === "failed" ? textLines(`error: ${message}`, "red") : [],
  );
  const halves = replacementSteps ? row.steps.filter(({ step }) => step.kind === "deleteReplaced") : [];
  const deletions = halves.map(({ step }) => {
    const { symbol, color, done, planned } = labelsOf(step.kind, rows.operation);
    return line(`${symbol} ${rows.preview ? planned : done}`, color);
  });
  return [...explained, ...deletions, ...row.messages.flatMap(messageLines), ...failures];
}

/** A message with its severity before it. */
export function messageLines({ severity, text }: ResourceRow["messages"][number]): readonly Line[] {
  if (severity === "error") return textLines(`error: ${text}`, "red");
  return severity === "warning" ? textLines(`warning: ${text}`, "yellow") : textLines(text, undefined, "");
}
