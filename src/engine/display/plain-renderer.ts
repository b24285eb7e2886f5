import { nameInUrn } from "../../state";
import type { EngineEvent } from "../core";
import { typeOf } from "../core/urn";
import { showDuration } from "./duration";
import { headline, isInternal, labelsOf, resourceLabel } from "./labels";
import { indent, type Line, line, renderLine, textLines } from "./line";
import type { DisplayOptions, Output, Renderer } from "./renderer";
import { isAboutStack, RunProgress } from "./run-progress";
import { stepDetailLines } from "./step-details";
import { finalLines, outputLines, summaryLines } from "./summary";
import { messageLines, treeLines } from "./tree";

/** How often a log reports that a step is still in progress, in milliseconds. */
const reminderInterval = 10_000;

interface StepInProgress {
  readonly since: number;
  remindedAt: number;
}

/**
 * Lines for logs. A run prints each step and message when it happens, and sometimes the steps in progress. A preview,
 * which is short, prints one tree at its end.
 */
export class PlainRenderer implements Renderer {
  readonly #output: Output;
  readonly #options: DisplayOptions;
  readonly #inProgress = new Map<string, StepInProgress>();
  #progress = new RunProgress();
  #outputs: readonly Line[] = [];

  constructor(output: Output, options: DisplayOptions) {
    this.#output = output;
    this.#options = options;
  }

  readonly listener = (event: EngineEvent): void => {
    if (event.kind === "started") this.#progress = new RunProgress();
    this.#progress.apply(event);
    for (const parts of this.#linesFor(event)) this.#output.write(`${renderLine(parts, this.#options)}\n`);
  };

  close(): void {
    this.#inProgress.clear();
  }

  #linesFor(event: EngineEvent): readonly Line[] {
    const { preview, operation, stackMessages } = this.#progress;
    switch (event.kind) {
      case "started":
        return [line(headline(operation, preview, event.project, event.stack))];
      case "stepStarted":
        this.#inProgress.set(event.step.urn, { since: event.time, remindedAt: event.time });
        return [];
      case "stepDone":
      case "stepFailed":
        this.#inProgress.delete(event.step.urn);
        return preview ? [] : this.#stepLines(event);
      case "message":
        return event.ephemeral ? this.#reminderLines(event) : this.#messageLines(event);
      case "stackOutputs":
        this.#outputs = outputLines(event);
        return [];
      case "finished":
        return preview
          ? [...treeLines(this.#progress, this.#options), ...finalLines(stackMessages, this.#outputs, event)]
          : [...this.#outputs, ...summaryLines(event)];
    }
  }

  #stepLines(event: Extract<EngineEvent, { kind: "stepDone" | "stepFailed" }>): readonly Line[] {
    const { step, milliseconds } = event;
    const { symbol, color, doing, done } = labelsOf(step, this.#progress.operation);
    if (event.kind === "stepFailed") {
      const failure = `${doing} failed after ${showDuration(milliseconds)}`;
      return errorLines(`${resourceLabel(step)} ${failure}: ${event.message}`);
    }
    const isSame = step.kind === "same";
    if (isInternal(step) || (isSame && !this.#options.showSames)) return [];
    const head: Line = [
      { text: ` ${symbol.padStart(2)} `, color },
      { text: `${resourceLabel(step)} ` },
      { text: `${done}${isSame ? "" : ` in ${showDuration(milliseconds)}`}`, color },
    ];
    return [head, ...indent("      ", isSame ? [] : stepDetailLines(step, this.#options.detail))];
  }

  /** In a preview only messages about the stack are printed here: the tree has the others. */
  #messageLines(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
    if (event.severity === "debug") return [];
    const isOfStack = isAboutStack(event.urn);
    if (this.#progress.preview && !(isOfStack && event.severity === "info")) return [];
    const label = isOfStack
      ? ""
      : `${resourceLabel({ name: nameInUrn(event.urn), type: typeOf(event.urn) })}: `;
    if (event.severity === "error") return errorLines(`${label}${event.message}`);
    const [first = [], ...more] = messageLines({ severity: event.severity, text: event.message });
    return [[{ text: `    ${label}` }, ...first], ...indent("    ", more)];
  }

  #reminderLines(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
    const inProgress = this.#inProgress.get(event.urn);
    const step = this.#progress.row(event.urn)?.steps.find(({ state }) => state === "inProgress")?.step;
    if (!inProgress || !step || event.time - inProgress.remindedAt < reminderInterval) return [];
    inProgress.remindedAt = event.time;
    const { doing } = labelsOf(step, this.#progress.operation);
    const elapsed = showDuration(event.time - inProgress.since);
    return [line(`    ${resourceLabel(step)} still ${doing}, ${elapsed}: ${event.message.trim()}`)];
  }
}

/** The first line has the resource and the error, so that a search in a log finds both. */
function errorLines(text: string): readonly Line[] {
  const [first = [], ...more] = textLines(text, "red", "      ");
  return [[{ text: "  ! ", color: "red" }, ...first], ...more];
}
