/// <reference types="node" preserve="true" />
export { type Clock, realClock, VirtualClock } from "../clock";
export {
  findPulumi,
  getConfiguration,
  nameInUrn as nameOf,
  removeConfiguration,
  setConfiguration,
} from "../state";
export * from "./core";
export * from "./display";
export * from "./inprocess";
export { type Interrupts, listenForInterrupts } from "./run/interrupts";
export { type PulumiOptions, runPulumi } from "./run/pulumi-cli";
export { type ExitCode, type RunStackOptions, type RunStackResult, runStack } from "./run/run-stack";
