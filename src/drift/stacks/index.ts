export { readStacks } from "./read-stacks";
export type { BackendSource, ExportSource, ProjectSource, ReadStacksOptions, StackSource } from "./sources";
