export { type EngineOptions, type EnginePorts, type RunOutcome, runOperation } from "./engine";
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
export type { RunOptions } from "./run";
export { makeUrn, nameOf, stackUrn, typeOf } from "./urn";
