import type { Configuration, ResourceState } from "../../state";
import type { EngineEvent, Step } from "../core";
import { KnownSecrets } from "./known-secrets";

export function secretsOfConfiguration(configuration: Configuration): KnownSecrets {
  const known = new KnownSecrets();
  for (const { value, secret } of configuration.values()) {
    if (!secret) continue;
    known.add(value, "configuration");
    for (const part of partsOf(value)) known.add(part, "part");
  }
  return known;
}

/** The texts and numbers of an object, which is secret as a whole when any part of it is. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  try {
    JSON.parse(text, (_, part: unknown) => {
      if (typeof part === "string" || typeof part === "number") parts.push(String(part));
    });
  } catch {
    // It is a text, not an object.
  }
  return parts;
}

/** Takes what is known to be secret out of an event: of what programs and providers print, and of equal values. */
export function redactEvent(event: EngineEvent, known: KnownSecrets): EngineEvent {
  switch (event.kind) {
    case "message":
      return { ...event, message: known.redact(event.message) };
    case "stepFailed":
      return { ...event, message: known.redact(event.message), step: redactStep(event.step, known) };
    case "stepDone":
      // What a create returned may be secret by the resource's options; the program learns of it after this.
      known.addFrom(event.step.new?.inputs, event.step.new?.outputs);
      return { ...event, step: redactStep(event.step, known) };
    case "stepStarted":
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
