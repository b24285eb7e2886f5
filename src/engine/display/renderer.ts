import type { Clock } from "../../clock";
import type { EventListener } from "../core";

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
  /** `auto`: live on a terminal that can, plain lines elsewhere. */
  readonly mode: "auto" | "live" | "plain" | "json";
  /** Show every property of what is changed, created and deleted. Default: what changes. */
  readonly detail?: boolean;
  /** Show what did not change, too. Default: false. */
  readonly showSames?: boolean;
  /** Show what is created and what is deleted for a replacement, each. Default: false. */
  readonly replacementSteps?: boolean;
  /** Default: on a terminal that can, unless `NO_COLOR` is set. */
  readonly color?: boolean;
  /** Where `NO_COLOR` and `TERM` stand. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What is shown, and how. */
export interface DisplayOptions {
  readonly detail: boolean;
  readonly showSames: boolean;
  readonly replacementSteps: boolean;
  readonly color: boolean;
}
