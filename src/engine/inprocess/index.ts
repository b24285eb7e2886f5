export { type ProgramPort, ProviderEndedError } from "../core";
export type { JsonMap, JsonValue } from "./json-values";
export {
  InProcessProgram,
  type ProgramFunction,
  type ProgramTools,
  type ReadArgs,
  type RegistrationArgs,
} from "./program";
export { configurationOf, type DynamicProvider, InProcessProvider } from "./provider";
export { type InProcessOptions, type InProcessOutcome, runInProcess } from "./run";
export { MemoryStore } from "./store";
