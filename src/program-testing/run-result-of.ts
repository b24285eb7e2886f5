import type { EngineEvent, InProcessOutcome, Step } from "../engine";
import { nameInUrn, providerTypePrefix, stackType } from "../state";
import type { RunMessage } from "../testing/plugin-services";
import { outputValuesOf } from "./output-values";
import type { RunResult, TestedMessage, TestedStep } from "./run-result";

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
  const resource = event.urn.includes(`::${stackType}::`) ? "" : nameInUrn(event.urn);
  return [{ severity: event.severity, text: event.message, resource }];
}

function messageOfResource({ kind, message, about }: RunMessage): TestedMessage[] {
  if (kind === "progress") return [];
  return [{ severity: kind === "warn" ? "warning" : "info", text: message, resource: about }];
}
