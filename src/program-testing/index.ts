export type { VirtualClock } from "../clock";
export { cardNumbers, seedNames, wellKnownTokens } from "../emulator";
export { FailedRun } from "./failed-run";
export type { OutputValue, OutputValues } from "./output-values";
export type { RunResult, TestedMessage, TestedStep } from "./run-result";
export { testStack } from "./test-stack";
export type { TestStackOptions } from "./test-stack-options";
export type { Program, TestedResource, TestedRunOptions, TestedStack } from "./tested-stack";
