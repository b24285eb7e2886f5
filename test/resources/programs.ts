import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, type TestStack } from "../../src/testing";

/** A small machine with everything that a create from an image needs. */
export const smallInstance: PropertyMap = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  rootPass: "correct-horse-battery",
};

/** A program that declares one instance, `web`, with these arguments over those of `small`; undefined leaves one out. */
export function web(inputs: Readonly<Record<string, PropertyMap[string] | undefined>> = {}): ProgramFunction {
  return webFrom({ ...smallInstance, ...inputs });
}

/** A program that declares one instance, `web`, with these arguments alone. */
export function webFrom(inputs: Readonly<Record<string, PropertyMap[string] | undefined>>): ProgramFunction {
  const declared: Record<string, PropertyMap[string]> = {};
  for (const [name, value] of Object.entries(inputs)) if (value !== undefined) declared[name] = value;
  return async (register) => {
    await register(declare("Instance", "web", declared));
    return {};
  };
}

export const emptyProgram: ProgramFunction = async () => ({});

/** What a run did, as `create web`, in order; what stayed the same is left out. */
export function stepsOf(outcome: InProcessOutcome): string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepDone" &&
    !["same", "refresh"].includes(event.step.kind) &&
    event.step.type !== "pulumi:pulumi:Stack" &&
    !event.step.type.startsWith("pulumi:providers")
      ? [`${event.step.kind} ${event.step.name}`]
      : [],
  );
}

/** What went wrong, in order: failed steps, and what was refused before there was one. */
export function failuresOf(outcome: InProcessOutcome): string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepFailed" || (event.kind === "message" && event.severity === "error")
      ? [event.message]
      : [],
  );
}

export function instancesIn(stack: TestStack) {
  return stack.emulator.control.world().instances;
}

/** The calls that were made, as `POST /v4/node/instances`, without queries. */
export function callsTo(stack: TestStack): string[] {
  return stack.emulator.control.requests().map(({ method, path }) => `${method} ${path.split("?")[0]}`);
}

export function warningsOf(stack: TestStack): string[] {
  return stack.messages.filter(({ kind }) => kind === "warn").map(({ message }) => message);
}
