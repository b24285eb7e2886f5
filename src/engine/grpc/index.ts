export { Children } from "./children";
export { PluginProvider } from "./plugin";
export { configurationEnvironment, NodeProgram } from "./program";
export { loadSdk, type Sdk } from "./sdk";
