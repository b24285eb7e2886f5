import { JsonRenderer } from "./json-renderer";
import { LiveRenderer } from "./live-renderer";
import { PlainRenderer } from "./plain-renderer";
import type { Renderer, RendererOptions } from "./renderer";

/** Makes the renderer that fits the output. */
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
  // A reader that goes away (`| head`) must not end a run in the middle of a create.
  output.on?.("error", () => undefined);
  const terminal = output.isTTY === true && env.TERM !== "dumb";
  const color = options.color ?? (terminal && !env.NO_COLOR);
  const display = { detail, showSames, replacementSteps, color };
  if (mode === "json") return new JsonRenderer(output);
  return mode === "live" || (mode === "auto" && terminal)
    ? new LiveRenderer(output, clock, display)
    : new PlainRenderer(output, display);
}
