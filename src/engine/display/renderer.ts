import type { Clock } from "../../clock";
import type { EventListener } from "../core";
import { JsonRenderer } from "./json";
import { LiveRenderer } from "./live";
import { PlainRenderer } from "./plain";

/** Where a renderer writes: a terminal, a pipe, or a list in a test. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  on?(event: "error", listener: () => void): unknown;
}

export interface Renderer {
  readonly listener: EventListener;
  /** Ends what moves. Call it when the run is over. */
  close(): void;
}

export interface RendererOptions {
  readonly output: Output;
  readonly clock: Clock;
  /** `auto`: live on a terminal, plain lines elsewhere. */
  readonly mode: "auto" | "live" | "plain" | "json";
  /** Show what is created field by field, too. */
  readonly detail?: boolean;
  /** Default: on a terminal, unless NO_COLOR is set. */
  readonly color?: boolean;
}

/** Makes the renderer that fits the output. */
export function createRenderer(options: RendererOptions): Renderer {
  const { output, clock, detail = false } = options;
  // A reader that goes away (`| head`) must not end a run in the middle of a create.
  output.on?.("error", () => undefined);
  const live = options.mode === "live" || (options.mode === "auto" && output.isTTY === true);
  const color = options.color ?? (output.isTTY === true && !process.env.NO_COLOR);
  if (options.mode === "json") return new JsonRenderer(output);
  return live
    ? new LiveRenderer(output, clock, { detail, color })
    : new PlainRenderer(output, { detail, color });
}
