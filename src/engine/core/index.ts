export { runOperation } from "./engine";
export type { EngineOptions, EnginePorts, RunOutcome } from "./engine-options";
export type {
  Counts,
  EngineEvent,
  EventListener,
  Operation,
  RunResult,
  Step,
  StepKind,
} from "./events";
export * from "./ports";
export type { Remains } from "./remains";
export type { RunOptions } from "./run";
export { type SelectionOptions, selectionOf } from "./selection";
export { managedInputs } from "./step-of";
export { makeUrn, nameOf, stackUrn, typeOf } from "./urn";
