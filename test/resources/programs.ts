import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import type { TestStack } from "../../src/testing";
import { declareAll, type Inputs } from "./declare-all";

/** The arguments of a small instance that is deployed from an image. */
export const smallInstance: PropertyMap = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  rootPass: "correct-horse-battery",
};

/** A program that declares the instance `web` with the arguments of `smallInstance` and these. Undefined removes an argument. */
export function webInstance(inputs: Inputs = {}): ProgramFunction {
  return webInstanceFrom({ ...smallInstance, ...inputs });
}

/** A program that declares the instance `web` with these arguments only. */
export function webInstanceFrom(inputs: Inputs): ProgramFunction {
  return declareAll("Instance", { web: inputs });
}

export const emptyProgram: ProgramFunction = async () => ({});

/** The steps of a run, such as `create web`, in order. Unchanged resources and refresh steps are omitted. */
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

/** The error messages of a run, in order: of failed steps, and of checks that failed before any step. */
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

/** The calls that the service received, such as `POST /v4/node/instances`, without their queries. */
export function callsTo(stack: TestStack): string[] {
  return stack.emulator.control.requests().map(({ method, path }) => `${method} ${path.split("?")[0]}`);
}

export function warningsOf(stack: TestStack): string[] {
  return stack.messages.filter(({ kind }) => kind === "warn").map(({ message }) => message);
}
