export { managedInputs } from "./describe-step";
export { EngineStopping } from "./engine-stopping";
export type {
  Counts,
  EngineEvent,
  EventListener,
  Operation,
  RunResult,
  Step,
  StepKind,
} from "./events";
export type { ErrorHook, HookCall, ResourceHook } from "./hook-port";
export type {
  Alias,
  ProgramPort,
  ProgramResult,
  ReadRequest,
  RegisteredResource,
  Registration,
  ResourceMonitor,
  Severity,
} from "./program-port";
export { coversPath } from "./property-path";
export {
  type ApplyResult,
  type CheckFailure,
  type CheckResult,
  type DeleteResult,
  type DiffResult,
  type InitializationFailure,
  ProviderEndedError,
  type ProviderPort,
  type ReadResult,
} from "./provider-port";
export type { RemainingWork } from "./remaining-work";

export { runOperation } from "./run-operation";
export type { EngineOptions, EnginePorts, RunOptions, RunOutcome } from "./run-options";
export type { StorePort } from "./store-port";
export { type TargetOptions, targetOptionsOf } from "./targets";
export { makeUrn, stackUrn, typeOf } from "./urn";
