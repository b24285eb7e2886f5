export { declare, type RunOptions, TestStack } from "./stack";
