import type { Counts, EngineEvent, InProcessOutcome, Step, StepKind } from "../engine";
import { nameOf } from "../engine/core";
import { providerTypePrefix, stackType } from "../state";
import type { RunMessage } from "../testing/plugin-services";
import { type OutputValues, outputValuesOf } from "./output-values";

/** What a run did. */
export interface RunResult {
  /** The outputs of the stack, by name. */
  readonly outputs: OutputValues;
  /** How many resources were `created`, `updated`, `replaced`, `deleted`, `unchanged` and `read`. A preview: would be. */
  readonly changes: Counts;
  /** The steps that changed something, in order. A `refresh` has those that the next `up` would correct. */
  readonly steps: readonly TestedStep[];
  /** What the run printed, and the warnings and information of the resources. */
  readonly messages: readonly TestedMessage[];
}

/** What a run did with one resource. */
export interface TestedStep {
  readonly kind: Exclude<StepKind, "same">;
  /** The name that the program gives the resource. */
  readonly name: string;
  readonly type: string;
  readonly urn: string;
  /** The names of the properties that differ. */
  readonly changed: readonly string[];
  /** The properties that make it a replacement. */
  readonly replaces: readonly string[];
}

export interface TestedMessage {
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  /** The name of the resource that it is about. Empty: the stack. */
  readonly resource: string;
}

export function runResultOf(outcome: InProcessOutcome, printed: readonly RunMessage[]): RunResult {
  return {
    outputs: outputValuesOf(outcome.outputs),
    changes: outcome.counts,
    steps: outcome.events.flatMap((event) => (event.kind === "stepDone" ? testedSteps(event.step) : [])),
    messages: [...outcome.events.flatMap(messagesIn), ...printed.flatMap(messageOfResource)],
  };
}

function testedSteps(step: Step): TestedStep[] {
  const { kind, name, type, urn, changed, replaces } = step;
  if (kind === "same" || type === stackType || type.startsWith(providerTypePrefix)) return [];
  return [{ kind, name, type, urn, changed, replaces }];
}

function messagesIn(event: EngineEvent): TestedMessage[] {
  if (event.kind === "stepFailed") {
    return [{ severity: "error", text: event.message, resource: event.step.name }];
  }
  if (event.kind !== "message" || event.severity === "debug" || event.ephemeral) return [];
  const resource = event.urn.includes(`::${stackType}::`) ? "" : nameOf(event.urn);
  return [{ severity: event.severity, text: event.message, resource }];
}

function messageOfResource({ kind, message, about }: RunMessage): TestedMessage[] {
  if (kind === "progress") return [];
  return [{ severity: kind === "warn" ? "warning" : "info", text: message, resource: about }];
}
