import type { Step } from "../core";
import { showDuration } from "./duration";
import { isInternal, labelsOf, resourceLabel } from "./labels";
import { type Line, line, type Part, textLines } from "./line";
import type { DisplayOptions } from "./renderer";
import type { ResourceRow, RowStep, RunProgress } from "./run-progress";
import { stepDetailLines } from "./step-details";
import { layOutTree, type RowHead } from "./tree-layout";

type TreeOptions = Pick<DisplayOptions, "showSames" | "detail" | "replacementSteps">;

/** The tree of a run that has ended: each resource with its status, its changes and its messages. */
export function treeLines(progress: RunProgress, options: TreeOptions): readonly Line[] {
  return layOutTree(
    progress,
    (row) => isShown(row, options.showSames),
    (head) => headLine(head, progress),
    (row) => bodyLines(row, progress, options),
  );
}

/** One frame of a run in progress: its time, the character that shows movement, and how many lines fit. */
interface LiveFrame {
  readonly now: number;
  readonly spinner: string;
  readonly maxLines: number;
}

/** The tree of a run in progress, one line per resource: all changes, or as many of them as fit. */
export function liveLines(progress: RunProgress, frame: LiveFrame): readonly Line[] {
  const isInProgress = (row: ResourceRow) => row.steps.some((step) => isShownInProgress(step, frame.now));
  const hasFailed = (row: ResourceRow) => row.steps.some(({ state }) => state === "failed");
  const isDone = (row: ResourceRow) =>
    row.steps.some(({ step, state }) => state === "done" && isChange(step));
  const filters = [
    (row: ResourceRow) => isInProgress(row) || hasFailed(row) || isDone(row),
    (row: ResourceRow) => isInProgress(row) || hasFailed(row),
    isInProgress,
  ];
  for (const [at, filter] of filters.entries()) {
    const lines = layOutTree(
      progress,
      filter,
      (head) => headLine(head, progress, frame),
      () => [],
    );
    const isLastFilter = at === filters.length - 1;
    const isTooLong = lines.length > frame.maxLines;
    if (isTooLong && !isLastFilter) continue;
    const left = isTooLong ? [`${lines.length - frame.maxLines + 1} more in progress`] : [];
    const doneCount = at > 0 ? [...progress.rows].filter(isDone).length : 0;
    const hidden = [...left, ...(doneCount > 0 ? [`${doneCount} done`] : [])].join(", ");
    const fitting = isTooLong ? lines.slice(0, frame.maxLines - 1) : lines;
    return [...fitting, ...(hidden === "" ? [] : [line(`     ${hidden}`, "dim")])];
  }
  return [];
}

/** Shorter steps, in milliseconds, would only flicker. */
const minShownDuration = 250;

function isShownInProgress({ step, state, since }: RowStep, now: number): boolean {
  return state === "inProgress" && now - since >= minShownDuration && !isInternal(step);
}

function isChange(step: Step): boolean {
  return step.kind !== "same" && !isInternal(step);
}

function isShown(row: ResourceRow, showSames: boolean): boolean {
  if (row.messages.length > 0) return true;
  return row.steps.some(
    ({ step, state }) => state === "failed" || (showSames ? !isInternal(step) : isChange(step)),
  );
}

function headLine({ row, stem, padding }: RowHead, progress: RunProgress, frame?: LiveFrame): Line {
  const main = mainStep(row);
  const { symbol = "", color } = main ? labelsOf(main.step, progress.operation) : {};
  const hasFailed = row.steps.some(({ state }) => state === "failed");
  const isAnimated = frame && row.steps.some(({ state }) => state === "inProgress");
  const mark: Part = hasFailed ? { text: "!", color: "red" } : { text: symbol, color };
  return [
    { text: isAnimated ? frame.spinner : " " },
    { ...mark, text: `${mark.text.padStart(2)}  ` },
    { text: stem, color: "dim" },
    { text: `${resourceLabel(row)}${padding}` },
    ...statusParts(row, progress, frame?.now),
  ];
}

/**
 * The step that the row's symbol and status show: what the run does after it has read the resource. The deletion of a replaced original
 * only if it is the only step.
 */
function mainStep(row: ResourceRow): RowStep | undefined {
  const changes = row.steps.filter(({ step }) => step.kind !== "same");
  const own = changes.filter(({ step }) => step.kind !== "deleteReplaced");
  return own.find((step) => !isFinding(step)) ?? own[0] ?? changes[0] ?? row.steps[0];
}

/** Whether a refresh found a change, which the run may repair in another step. */
function isFinding({ step }: RowStep): boolean {
  return step.kind === "refresh" || step.kind === "discard";
}

/** The main step, after what a refresh found before it. */
function reportedSteps(row: ResourceRow): readonly RowStep[] {
  const main = mainStep(row);
  const mainAt = main ? row.steps.indexOf(main) : -1;
  return row.steps.filter((step, at) => at === mainAt || (at < mainAt && isFinding(step)));
}

function statusParts(row: ResourceRow, progress: RunProgress, now: number | undefined): readonly Part[] {
  const reported = reportedSteps(row);
  const parts = row.steps
    .filter((step) => reported.includes(step) || step.state !== "done")
    .map((step) => statusPart(step, progress, now));
  const separated = parts.flatMap((part, at) => (at === 0 ? [part] : [{ text: ", " }, part]));
  return row.status === "" || now === undefined ? separated : [...separated, { text: ` · ${row.status}` }];
}

function statusPart(
  { step, state, since, milliseconds }: RowStep,
  { operation, preview }: RunProgress,
  now: number | undefined,
): Part {
  const { color, doing, done, planned } = labelsOf(step, operation);
  switch (state) {
    case "failed":
      return {
        text: `${doing} failed${preview ? "" : ` after ${showDuration(milliseconds)}`}`,
        color: "red",
      };
    case "inProgress":
      return {
        text: `${doing}${now === undefined ? " when the run ended" : ` ${showDuration(now - since)}`}`,
        color,
      };
    case "done": {
      const took = preview || step.kind === "same" ? "" : ` in ${showDuration(milliseconds)}`;
      return { text: `${preview ? planned : done}${took}`, color };
    }
  }
}

function bodyLines(
  row: ResourceRow,
  { operation, preview }: RunProgress,
  { detail, replacementSteps }: TreeOptions,
): readonly Line[] {
  const details = reportedSteps(row).flatMap(({ step }) =>
    step.kind === "same" ? [] : stepDetailLines(step, detail),
  );
  const failures = row.steps.flatMap(({ state, message }) =>
    state === "failed" ? textLines(`error: ${message}`, "red") : [],
  );
  const deletions = replacementSteps ? row.steps.filter(({ step }) => step.kind === "deleteReplaced") : [];
  const deletionLines = deletions.map(({ step }) => {
    const { symbol, color, done, planned } = labelsOf(step, operation);
    return line(`${symbol} ${preview ? planned : done}`, color);
  });
  return [...details, ...deletionLines, ...row.messages.flatMap(messageLines), ...failures];
}

/** A message after its severity. */
export function messageLines({ severity, text }: ResourceRow["messages"][number]): readonly Line[] {
  if (severity === "error") return textLines(`error: ${text}`, "red");
  return severity === "warning" ? textLines(`warning: ${text}`, "yellow") : textLines(text, undefined, "");
}
