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

/** The strings and numbers in a JSON object. An object is secret as a whole if any part of it is. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  try {
    JSON.parse(text, (_, part: unknown) => {
      if (typeof part === "string" || typeof part === "number") parts.push(String(part));
    });
  } catch {
    // The string is not JSON.
  }
  return parts;
}

/** Redacts known secrets in an event: in the output of programs and providers, and in plain values that equal a secret. */
export function redactEvent(event: EngineEvent, known: KnownSecrets): EngineEvent {
  switch (event.kind) {
    case "message":
      return { ...event, message: known.redact(event.message) };
    case "stepFailed":
      return { ...event, message: known.redact(event.message), step: redactStep(event.step, known) };
    case "stepDone":
      // Outputs of a create may be secret because of the resource's options. The program receives them after this event.
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
  // A step may be the first to contain this state: deletions in a preview call no provider.
  if (state.initErrors.length > 0) known.addFrom(state.inputs, state.outputs);
  const [inputs, outputs] = [known.mark(state.inputs), known.mark(state.outputs)];
  const initErrors = state.initErrors.map((text) => known.redact(text));
  const isSame = inputs === state.inputs && outputs === state.outputs && initErrors.length === 0;
  return isSame ? state : { ...state, inputs, outputs, initErrors };
}
