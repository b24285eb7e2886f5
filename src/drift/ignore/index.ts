export { ignoreRuleOf } from "./write-rule";
