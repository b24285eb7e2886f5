export * from "./core";
export * from "./inprocess";
export { type ExitCode, type RunStackOptions, type RunStackResult, runStack } from "./run/run-stack";
