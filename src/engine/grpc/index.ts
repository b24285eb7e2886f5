export { ChildProcesses } from "./child-processes";
export { pluginEnvironment } from "./configuration-environment";
export { NodeProgram, type ProgramOptions } from "./node-program";
export { type PluginOptions, PluginProvider } from "./plugin-provider";
export { loadSdk, type Sdk } from "./sdk";
