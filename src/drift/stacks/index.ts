export { readStacks } from "./read-stacks";
export type { StackSource } from "./sources";
