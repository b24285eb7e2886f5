import type { Clock } from "../../clock";
import type { EngineEvent } from "../core";
import { columnsOf } from "./columns";
import { headline } from "./labels";
import { indent, type Line, line, renderLine } from "./line";
import type { DisplayOptions, Output, Renderer } from "./renderer";
import { isAboutStack, RunProgress } from "./run-progress";
import { finalLines, outputLines } from "./summary";
import { liveLines, messageLines, treeLines } from "./tree";

/** In milliseconds. */
const redrawInterval = 120;
const spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

/**
 * For terminals. During the run the steps in progress are redrawn at the bottom as a tree, with their times and status,
 * and the program's messages scroll above. At the end the complete tree is printed.
 */
export class LiveRenderer implements Renderer {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #options: DisplayOptions;
  #stop = new AbortController();
  #progress = new RunProgress();
  #outputs: readonly Line[] = [];
  /** Lines to print above the tree, permanently. */
  #permanent: Line[] = [];
  /** The width of each line of the tree as drawn: a terminal that was made narrower has wrapped them. */
  #drawnWidths: readonly number[] = [];
  #frame = 0;
  #isRunning = false;

  constructor(output: Output, clock: Clock, options: DisplayOptions) {
    this.#output = output;
    this.#clock = clock;
    this.#options = options;
  }

  readonly listener = (event: EngineEvent): void => {
    if (event.kind === "started") this.#progress = new RunProgress();
    this.#progress.apply(event);
    switch (event.kind) {
      case "started":
        this.#permanent.push(line(headline(event.operation, event.preview, event.project, event.stack)));
        this.#start();
        return;
      case "message":
        if (!event.ephemeral && event.severity === "info" && isAboutStack(event.urn)) {
          this.#permanent.push(...indent("    ", messageLines({ severity: "info", text: event.message })));
        }
        return;
      case "stackOutputs":
        this.#outputs = outputLines(event);
        return;
      case "finished":
        this.#isRunning = false;
        this.#permanent.push(
          ...treeLines(this.#progress, this.#options),
          ...finalLines(this.#progress.stackMessages, this.#outputs, event),
        );
        this.close();
        return;
      case "stepStarted":
      case "stepDone":
      case "stepFailed":
    }
  };

  close(): void {
    this.#isRunning = false;
    this.#stop.abort();
    this.#draw();
  }

  #start(): void {
    this.#stop = new AbortController();
    this.#isRunning = true;
    void this.#redrawUntil(this.#stop.signal);
  }

  async #redrawUntil(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#clock.sleep(redrawInterval, stop).catch(() => undefined);
      if (stop.aborted) return;
      this.#frame++;
      this.#draw();
    }
  }

  /** Erases the tree, prints the permanent lines and draws the tree again, in one write to avoid flicker. */
  #draw(): void {
    const columns = this.#output.columns || 80;
    const height = this.#drawnWidths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    const erase = height > 0 ? `\u001b[${height}A\u001b[J` : "";
    const { color } = this.#options;
    const permanent = this.#permanent.map((parts) => `${renderLine(parts, { color })}\n`).join("");
    this.#permanent = [];
    const lines = this.#isRunning ? this.#liveLines(this.#output.rows || 24) : [];
    this.#drawnWidths = lines.map((parts) =>
      Math.min(columns - 1, columnsOf(renderLine(parts, { color: false }))),
    );
    const live = lines.map((parts) => `${renderLine(parts, { color, columns: columns - 1 })}\n`).join("");
    if (erase !== "" || permanent !== "" || live !== "") this.#output.write(`${erase}${permanent}${live}`);
  }

  #liveLines(terminalHeight: number): readonly Line[] {
    return liveLines(this.#progress, {
      now: this.#clock.now(),
      spinner: spinner.charAt(this.#frame % spinner.length),
      maxLines: Math.max(2, terminalHeight - 3),
    });
  }
}
