export * from "./core";
export { type ExitCode, type RunStackOptions, type RunStackResult, runStack } from "./run/run-stack";
