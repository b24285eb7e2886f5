export { ChildProcesses } from "./child-processes";
export { pluginEnvironment } from "./configuration-environment";
export { NodeProgram } from "./node-program";
export { PluginProvider } from "./plugin-provider";
export { loadSdk } from "./sdk";
