import { VirtualClock } from "../../../src/clock";
import { createRenderer, type EngineEvent, type RendererOptions } from "../../../src/engine";

/** Returns the output of a renderer for a list of events. */
export function show(
  events: readonly EngineEvent[],
  mode: RendererOptions["mode"] = "plain",
  more: Partial<RendererOptions> = {},
): string {
  let text = "";
  const renderer = createRenderer({
    output: { write: (part) => (text += part), columns: 60, rows: 10 },
    clock: new VirtualClock(),
    mode,
    env: {},
    ...more,
  });
  for (const event of events) renderer.listener(event);
  renderer.close();
  return text;
}
