import type { Clock } from "../../clock";
import type { EngineEvent } from "../core";
import { columnsOf } from "./columns";
import { headline } from "./labels";
import { indent, type Line, line, renderLine } from "./line";
import type { DisplayOptions, Output, Renderer } from "./renderer";
import { isAboutStack, RunProgress } from "./rows";
import { finalLines, outputLines } from "./summary";
import { liveLines, messageLines, treeLines } from "./tree";

const redrawInterval = 120;
const spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

/**
 * A terminal. While the run lasts, what is under way stands at the bottom as a tree, each with its time and what it
 * waits for; what the program says scrolls above. At the end the whole tree stays.
 */
export class LiveRenderer implements Renderer {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #shown: DisplayOptions;
  #stop = new AbortController();
  #rows = new RunProgress();
  #outputs: readonly Line[] = [];
  #permanent: Line[] = [];
  /** The columns of every row that is drawn now: a terminal made narrower has wrapped them. */
  #drawn: readonly number[] = [];
  #frame = 0;
  #isRunning = false;

  constructor(output: Output, clock: Clock, shown: DisplayOptions) {
    this.#output = output;
    this.#clock = clock;
    this.#shown = shown;
  }

  readonly listener = (event: EngineEvent): void => {
    if (event.kind === "started") this.#rows = new RunProgress();
    this.#rows.apply(event);
    switch (event.kind) {
      case "started":
        this.#permanent.push(line(headline(event.operation, event.preview, event.project, event.stack)));
        this.#begin();
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
          ...treeLines(this.#rows, this.#shown),
          ...finalLines(this.#rows.stackMessages, this.#outputs, event),
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

  #begin(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#isRunning = true;
    void this.#redraw(this.#stop.signal);
  }

  async #redraw(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#clock.sleep(redrawInterval, stop).catch(() => undefined);
      if (stop.aborted) return;
      this.#frame++;
      this.#draw();
    }
  }

  /** Takes the moving part off, prints what lasts, puts it back: one write, so that nothing flickers. */
  #draw(): void {
    const columns = this.#output.columns || 80;
    const drawn = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    const erase = drawn > 0 ? `\u001b[${drawn}A\u001b[J` : "";
    const { color } = this.#shown;
    const lasting = this.#permanent.map((parts) => `${renderLine(parts, { color })}\n`).join("");
    this.#permanent = [];
    const rows = this.#isRunning ? this.#liveLines(this.#output.rows || 24) : [];
    this.#drawn = rows.map((parts) => Math.min(columns - 1, columnsOf(renderLine(parts, { color: false }))));
    const moving = rows.map((parts) => `${renderLine(parts, { color, columns: columns - 1 })}\n`).join("");
    if (erase !== "" || lasting !== "" || moving !== "") this.#output.write(`${erase}${lasting}${moving}`);
  }

  #liveLines(height: number): readonly Line[] {
    const moment = {
      now: this.#clock.now(),
      spinner: spinner.charAt(this.#frame % spinner.length),
      room: Math.max(2, height - 3),
    };
    return liveLines(this.#rows, moment);
  }
}
