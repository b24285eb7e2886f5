export { Children } from "./children";
export { pluginEnvironment } from "./configuration-environment";
export { PluginProvider } from "./plugin";
export { NodeProgram } from "./program";
export { loadSdk, type Sdk } from "./sdk";
