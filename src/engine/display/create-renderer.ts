import { JsonRenderer } from "./json-renderer";
import { LiveRenderer } from "./live-renderer";
import { PlainRenderer } from "./plain-renderer";
import type { Renderer, RendererOptions } from "./renderer";

/** Creates the renderer that suits the output. */
export function createRenderer(options: RendererOptions): Renderer {
  const {
    output,
    clock,
    mode,
    detail = false,
    showSames = false,
    replacementSteps = false,
    env = process.env,
  } = options;
  // A reader that exits early (`| head`) must not end a run during a create. One listener serves all renderers of an output.
  output.off?.("error", ignore);
  output.on?.("error", ignore);
  const isTerminal = output.isTTY === true && env.TERM !== "dumb";
  const color = options.color ?? (isTerminal && !env.NO_COLOR);
  const display = { detail, showSames, replacementSteps, color };
  if (mode === "json") return new JsonRenderer(output);
  return mode === "live" || (mode === "auto" && isTerminal)
    ? new LiveRenderer(output, clock, display)
    : new PlainRenderer(output, display);
}

const ignore = () => undefined;
