import type { EngineEvent } from "../core";
import { nameOf, typeOf } from "../core/urn";
import { duration, headline, isInternal, labelsOf, resourceLabel } from "./labels";
import { indent, type Line, line, renderLine, textLines } from "./line";
import type { DisplayOptions, Output, Renderer } from "./renderer";
import { isAboutStack, RunProgress } from "./rows";
import { stepDetailLines } from "./step-details";
import { finalLines, outputLines, summaryLines } from "./summary";
import { messageLines, treeLines } from "./tree";

/** How often a log is told that a resource is still being waited for, in milliseconds. */
const reminderInterval = 10_000;

interface Waiting {
  readonly since: number;
  remindedAt: number;
}

/**
 * Lines for logs. A run says each thing that lasts when it happens, by the name of its resource; what is waited for now
 * and then, not at every look. A preview, over in a moment, is one tree at its end.
 */
export class PlainRenderer implements Renderer {
  readonly #output: Output;
  readonly #shown: DisplayOptions;
  readonly #waiting = new Map<string, Waiting>();
  #rows = new RunProgress();
  #outputs: readonly Line[] = [];

  constructor(output: Output, shown: DisplayOptions) {
    this.#output = output;
    this.#shown = shown;
  }

  readonly listener = (event: EngineEvent): void => {
    if (event.kind === "started") this.#rows = new RunProgress();
    this.#rows.apply(event);
    for (const parts of this.#linesOf(event)) this.#output.write(`${renderLine(parts, this.#shown)}\n`);
  };

  close(): void {
    this.#waiting.clear();
  }

  #linesOf(event: EngineEvent): readonly Line[] {
    const { preview, operation, stackMessages: general } = this.#rows;
    switch (event.kind) {
      case "started":
        return [line(headline(operation, preview, event.project, event.stack))];
      case "stepStarted":
        this.#waiting.set(event.step.urn, { since: event.time, remindedAt: event.time });
        return [];
      case "stepDone":
      case "stepFailed":
        this.#waiting.delete(event.step.urn);
        return preview ? [] : this.#stepLines(event);
      case "message":
        return event.ephemeral ? this.#remind(event) : this.#messageLines(event);
      case "stackOutputs":
        this.#outputs = outputLines(event);
        return [];
      case "finished":
        return preview
          ? [...treeLines(this.#rows, this.#shown), ...finalLines(general, this.#outputs, event)]
          : [...this.#outputs, ...summaryLines(event)];
    }
  }

  #stepLines(event: Extract<EngineEvent, { kind: "stepDone" | "stepFailed" }>): readonly Line[] {
    const { step, milliseconds } = event;
    const { symbol, color, doing, done } = labelsOf(step.kind, this.#rows.operation);
    if (event.kind === "stepFailed") {
      return errorLines(
        `${resourceLabel(step)} ${doing} failed after ${duration(milliseconds)}: ${event.message}`,
      );
    }
    if (isInternal(step) || (step.kind === "same" && !this.#shown.showSames)) return [];
    const took = step.kind === "same" ? "" : ` in ${duration(milliseconds)}`;
    const head: Line = [
      { text: ` ${symbol.padStart(2)} `, color },
      { text: `${resourceLabel(step)} ` },
      { text: `${done}${took}`, color },
    ];
    return [head, ...indent("      ", step.kind === "same" ? [] : stepDetailLines(step, this.#shown.detail))];
  }

  /** What belongs to a resource in a preview stands in the tree at its end, and so do warnings and errors. */
  #messageLines(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
    if (event.severity === "debug") return [];
    const ofStack = isAboutStack(event.urn);
    if (this.#rows.preview && !(ofStack && event.severity === "info")) return [];
    const subject = ofStack ? "" : `${resourceLabel({ name: nameOf(event.urn), type: typeOf(event.urn) })}: `;
    if (event.severity === "error") return errorLines(`${subject}${event.message}`);
    const [first = [], ...more] = messageLines({ severity: event.severity, text: event.message });
    return [[{ text: `    ${subject}` }, ...first], ...indent("    ", more)];
  }

  #remind(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
    const waiting = this.#waiting.get(event.urn);
    const row = this.#rows.get(event.urn);
    const underWay = row?.steps.find(({ state }) => state === "underWay");
    if (!waiting || !underWay || event.time - waiting.remindedAt < reminderInterval) return [];
    waiting.remindedAt = event.time;
    const { doing } = labelsOf(underWay.step.kind, this.#rows.operation);
    const waited = duration(event.time - waiting.since);
    return [line(`    ${resourceLabel(underWay.step)} still ${doing}, ${waited}: ${event.message.trim()}`)];
  }
}

/** An error stands in one line with its resource, so that a search in a log finds both. */
function errorLines(text: string): readonly Line[] {
  const [first = [], ...more] = textLines(text, "red", "      ");
  return [[{ text: "  ! ", color: "red" }, ...first], ...more];
}
