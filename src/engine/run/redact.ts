import type { Configuration, ResourceState } from "../../state";
import type { EngineEvent, Step } from "../core";
import { KnownSecrets } from "./known-secrets";

export function secretsOf(configuration: Configuration): KnownSecrets {
  const known = new KnownSecrets();
  for (const { value, secret } of configuration.values()) if (secret) known.add(value, "configuration");
  return known;
}

/** Takes what is known to be secret out of an event: of what programs and providers print, and of equal values. */
export function redact(event: EngineEvent, known: KnownSecrets): EngineEvent {
  switch (event.kind) {
    case "message":
      return { ...event, message: known.blank(event.message) };
    case "stepFailed":
      return { ...event, message: known.blank(event.message), step: redactStep(event.step, known) };
    case "stepStarted":
    case "stepDone":
      return { ...event, step: redactStep(event.step, known) };
    case "stackOutputs":
      return { ...event, old: known.mark(event.old), new: known.mark(event.new) };
    case "started":
    case "finished":
      return event;
  }
}

function redactStep(step: Step, known: KnownSecrets): Step {
  const { old, new: next } = step;
  return {
    ...step,
    ...(old && { old: redactState(old, known) }),
    ...(next && { new: redactState(next, known) }),
  };
}

function redactState(state: ResourceState, known: KnownSecrets): ResourceState {
  const [inputs, outputs] = [known.mark(state.inputs), known.mark(state.outputs)];
  return inputs === state.inputs && outputs === state.outputs ? state : { ...state, inputs, outputs };
}
