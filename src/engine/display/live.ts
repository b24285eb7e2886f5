import type { Clock } from "../../clock";
import type { EngineEvent } from "../core";
import { paint } from "./color";
import { type Line, linesOf } from "./lines";
import type { Output, Renderer } from "./renderer";
import { duration, isInternal, subjectOf, words } from "./words";

const redrawEvery = 120;
const spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
/** A step shorter than this is not worth a row that flickers by. */
const shownAfter = 250;

interface Row {
  readonly subject: string;
  readonly symbol: string;
  readonly doing: string;
  readonly since: number;
  status: string;
}

/** A terminal: lasting lines above, below them a row for everything under way, with its time and what it waits for. */
export class LiveRenderer implements Renderer {
  readonly #rows = new Map<string, Row>();
  readonly #stop = new AbortController();
  #preview = false;
  #drawn = 0;
  #frame = 0;
  #running = false;

  constructor(
    private readonly output: Output,
    private readonly clock: Clock,
    private readonly options: { readonly detail: boolean; readonly color: boolean },
  ) {}

  readonly listener = (event: EngineEvent): void => {
    this.#follow(event);
    const lines = linesOf(event, { detail: this.options.detail, preview: this.#preview });
    if (event.kind === "finished") this.close();
    if (lines.length > 0) this.#draw(lines);
  };

  close(): void {
    this.#rows.clear();
    this.#draw([]);
    this.#stop.abort();
  }

  #follow(event: EngineEvent): void {
    switch (event.kind) {
      case "started":
        this.#preview = event.preview;
        if (!this.#running) void this.#redraw();
        this.#running = true;
        return;
      case "stepStarted": {
        const { step, time } = event;
        const { symbol, doing } = words[step.kind];
        if (!isInternal(step)) {
          this.#rows.set(step.urn, { subject: subjectOf(step), symbol, doing, since: time, status: "" });
        }
        return;
      }
      case "stepDone":
      case "stepFailed":
        this.#rows.delete(event.step.urn);
        return;
      case "message": {
        const row = this.#rows.get(event.urn);
        if (row && event.ephemeral) row.status = event.message.trim().split("\n")[0] ?? "";
        return;
      }
      case "stackOutputs":
      case "finished":
    }
  }

  async #redraw(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.clock.sleep(redrawEvery, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      this.#frame++;
      this.#draw([]);
    }
  }

  /** Takes the rows off, prints the lasting lines, puts the rows back: one write, so that nothing flickers. */
  #draw(lines: readonly Line[]): void {
    const erase = this.#drawn > 0 ? `\u001b[${this.#drawn}A\u001b[J` : "";
    const lasting = lines.map((line) => `${paint(line, this.options.color)}\n`).join("");
    const rows = this.#rowTexts();
    this.#drawn = rows.length;
    const text = `${erase}${lasting}${rows.map((row) => `${row}\n`).join("")}`;
    if (text !== "") this.output.write(text);
  }

  #rowTexts(): readonly string[] {
    const width = (this.output.columns ?? 80) - 1;
    const height = Math.max(3, (this.output.rows ?? 24) - 2);
    const now = this.clock.now();
    const shown = [...this.#rows.values()].filter((row) => now - row.since >= shownAfter);
    const turn = spinner.charAt(this.#frame % spinner.length);
    const texts = shown.slice(0, height).map((row) => {
      const status = row.status === "" ? "" : ` · ${row.status}`;
      return ` ${turn}${row.symbol.padStart(2)} ${row.subject} ${row.doing} ${duration(now - row.since)}${status}`;
    });
    const hidden = shown.length - texts.length;
    const all = hidden > 0 ? [...texts, `    and ${hidden} more`] : texts;
    return all.map((text) => (text.length > width ? `${text.slice(0, width - 1)}…` : text));
  }
}
