export type { Plain, PlainMap } from "./plain";
export {
  type GoalSketch,
  InProcessProgram,
  type ProgramFunction,
  type ProgramTools,
  type ReadSketch,
} from "./program";
export { configurationOf, type DynamicProvider, InProcessProvider } from "./provider";
export { type InProcessOptions, type InProcessOutcome, runInProcess } from "./run";
export { MemoryStore } from "./store";
