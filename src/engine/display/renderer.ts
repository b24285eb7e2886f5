import type { Clock } from "../../clock";
import type { EventListener } from "../core";

/** The output of a renderer, such as a terminal or a pipe. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  on?(event: "error", listener: () => void): unknown;
  off?(event: "error", listener: () => void): unknown;
}

export interface Renderer {
  readonly listener: EventListener;
  /** Stops redrawing. Call it when the run has ended. */
  close(): void;
}

export interface RendererOptions {
  readonly output: Output;
  readonly clock: Clock;
  /** `auto`: live on a terminal that supports it, plain lines elsewhere. */
  readonly mode: "auto" | "live" | "plain" | "json";
  /** Show all properties of changed, created and deleted resources. Default: false, which shows only changes. */
  readonly detail?: boolean;
  /** Show unchanged resources too. Default: false. */
  readonly showSames?: boolean;
  /** Show the create and the delete of a replacement as separate steps. Default: false. */
  readonly replacementSteps?: boolean;
  /** Default: on a terminal that supports it, unless `NO_COLOR` is set. */
  readonly color?: boolean;
  /** The environment with `NO_COLOR` and `TERM`. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The settings of a renderer, with the defaults applied. */
export interface DisplayOptions {
  readonly detail: boolean;
  readonly showSames: boolean;
  readonly replacementSteps: boolean;
  readonly color: boolean;
}
