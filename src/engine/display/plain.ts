import type { EngineEvent } from "../core";
import { nameOf, typeOf } from "../core/urn";
import { endingLines, outputLines, summaryLines } from "./ending";
import { explain } from "./explain";
import { indented, type Line, line, paint, textLines } from "./line";
import type { Output, Renderer, Shown } from "./renderer";
import { isAboutStack, Rows } from "./rows";
import { messageLines, treeLines } from "./tree";
import { duration, headline, isInternal, subjectOf, wordsOf } from "./words";

/** How often a log is told that a resource is still being waited for, in milliseconds. */
const remindEvery = 10_000;

interface Waiting {
  readonly since: number;
  told: number;
}

/**
 * Lines for logs. A run says each thing that lasts when it happens, by the name of its resource; what is waited for now
 * and then, not at every look. A preview, over in a moment, is one tree at its end.
 */
export class PlainRenderer implements Renderer {
  readonly #output: Output;
  readonly #shown: Shown;
  readonly #waiting = new Map<string, Waiting>();
  #rows = new Rows();
  #outputs: readonly Line[] = [];

  constructor(output: Output, shown: Shown) {
    this.#output = output;
    this.#shown = shown;
  }

  readonly listener = (event: EngineEvent): void => {
    if (event.kind === "started") this.#rows = new Rows();
    this.#rows.follow(event);
    for (const parts of this.#linesOf(event)) this.#output.write(`${paint(parts, this.#shown)}\n`);
  };

  close(): void {
    this.#waiting.clear();
  }

  #linesOf(event: EngineEvent): readonly Line[] {
    const { preview, operation, general } = this.#rows;
    switch (event.kind) {
      case "started":
        return [line(headline(operation, preview, event.project, event.stack))];
      case "stepStarted":
        this.#waiting.set(event.step.urn, { since: event.time, told: event.time });
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
          ? [...treeLines(this.#rows, this.#shown), ...endingLines(general, this.#outputs, event)]
          : [...this.#outputs, ...summaryLines(event)];
    }
  }

  #stepLines(event: Extract<EngineEvent, { kind: "stepDone" | "stepFailed" }>): readonly Line[] {
    const { step, milliseconds } = event;
    const { symbol, color, doing, done } = wordsOf(step.kind, this.#rows.operation);
    if (event.kind === "stepFailed") {
      return errorLines(
        `${subjectOf(step)} ${doing} failed after ${duration(milliseconds)}: ${event.message}`,
      );
    }
    if (isInternal(step) || (step.kind === "same" && !this.#shown.sames)) return [];
    const took = step.kind === "same" ? "" : ` in ${duration(milliseconds)}`;
    const head: Line = [
      { text: ` ${symbol.padStart(2)} `, color },
      { text: `${subjectOf(step)} ` },
      { text: `${done}${took}`, color },
    ];
    return [head, ...indented("      ", step.kind === "same" ? [] : explain(step, this.#shown.detail))];
  }

  /** What belongs to a resource in a preview stands in the tree at its end, and so do warnings and errors. */
  #messageLines(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
    if (event.severity === "debug") return [];
    const ofStack = isAboutStack(event.urn);
    if (this.#rows.preview && !(ofStack && event.severity === "info")) return [];
    const subject = ofStack ? "" : `${subjectOf({ name: nameOf(event.urn), type: typeOf(event.urn) })}: `;
    if (event.severity === "error") return errorLines(`${subject}${event.message}`);
    const [first = [], ...more] = messageLines({ severity: event.severity, text: event.message });
    return [[{ text: `    ${subject}` }, ...first], ...indented("    ", more)];
  }

  #remind(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
    const waiting = this.#waiting.get(event.urn);
    const row = this.#rows.get(event.urn);
    const underWay = row?.steps.find(({ state }) => state === "underWay");
    if (!waiting || !underWay || event.time - waiting.told < remindEvery) return [];
    waiting.told = event.time;
    const { doing } = wordsOf(underWay.step.kind, this.#rows.operation);
    const waited = duration(event.time - waiting.since);
    return [line(`    ${subjectOf(underWay.step)} still ${doing}, ${waited}: ${event.message.trim()}`)];
  }
}

/** An error stands in one line with its resource, so that a search in a log finds both. */
function errorLines(text: string): readonly Line[] {
  const [first = [], ...more] = textLines(text, "red", "      ");
  return [[{ text: "  ! ", color: "red" }, ...first], ...more];
}
