import type { EngineEvent } from "../core";
import { paint } from "./color";
import { linesOf } from "./lines";
import type { Output, Renderer } from "./renderer";
import { duration, isInternal, subjectOf, words } from "./words";

/** How often a log is told that a resource is still being waited for, in milliseconds. */
const remindEvery = 10_000;

interface Waiting {
  readonly subject: string;
  readonly doing: string;
  readonly since: number;
  told: number;
}

/** Lines for logs: each says something that lasts. What is waited for is said now and then, not at every look. */
export class PlainRenderer implements Renderer {
  readonly #waiting = new Map<string, Waiting>();
  #preview = false;

  constructor(
    private readonly output: Output,
    private readonly options: { readonly detail: boolean; readonly color: boolean },
  ) {}

  readonly listener = (event: EngineEvent): void => {
    if (event.kind === "started") this.#preview = event.preview;
    if (event.kind === "stepStarted" && !isInternal(event.step)) {
      const { step, time } = event;
      const { doing } = words[step.kind];
      this.#waiting.set(step.urn, { subject: subjectOf(step), doing, since: time, told: time });
    }
    if (event.kind === "stepDone" || event.kind === "stepFailed") this.#waiting.delete(event.step.urn);
    if (event.kind === "message" && event.ephemeral) this.#remind(event);
    for (const line of linesOf(event, { detail: this.options.detail, preview: this.#preview })) {
      this.output.write(`${paint(line, this.options.color)}\n`);
    }
  };

  close(): void {
    this.#waiting.clear();
  }

  #remind(event: Extract<EngineEvent, { kind: "message" }>): void {
    const waiting = this.#waiting.get(event.urn);
    if (!waiting || event.time - waiting.told < remindEvery) return;
    waiting.told = event.time;
    const { subject, doing, since } = waiting;
    this.output.write(
      `    ${subject} still ${doing}, ${duration(event.time - since)}: ${event.message.trim()}\n`,
    );
  }
}
