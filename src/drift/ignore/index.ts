export { type IgnoreFile, readIgnoreFiles } from "./ignore-files";
export { ignoreFindings } from "./ignore-findings";
export { ignoreRuleOf } from "./write-rule";
