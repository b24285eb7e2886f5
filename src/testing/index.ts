export { declare, type RunOptions, type Said, TestStack, type TestStackOptions } from "./stack";
