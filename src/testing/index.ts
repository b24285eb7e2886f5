export { declare } from "./declare";
export { type RunOptions, TestStack } from "./stack";
