import type { ResourceState } from "../../state";
import type { EngineEvent, Step } from "../core";
import type { Output, Renderer } from "./renderer";

/** One JSON object a line and an event. Secrets are `"[secret]"`, code is left out. */
export class JsonRenderer implements Renderer {
  constructor(private readonly output: Output) {}

  readonly listener = (event: EngineEvent): void => {
    this.output.write(`${JSON.stringify(shown(event))}\n`);
  };

  close(): void {
    // Every line is written when it happens.
  }
}

function shown(event: EngineEvent): object {
  return "step" in event ? { ...event, step: shownStep(event.step) } : event;
}

function shownStep({ old, new: next, ...step }: Step): object {
  return { ...step, ...(old && { old: shownState(old) }), ...(next && { new: shownState(next) }) };
}

function shownState({ id, inputs, outputs, protect, initErrors }: ResourceState): object {
  const { __provider: _input, ...shownInputs } = inputs;
  const { __provider: _output, ...shownOutputs } = outputs;
  return { id, inputs: shownInputs, outputs: shownOutputs, protect, initErrors };
}
