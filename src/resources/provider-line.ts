import { providerExports, type ResourceClass } from "./resource-class";

/** The value of `__provider`: a constant line, so the state contains no code. */
export function providerLine(type: ResourceClass): string {
  return `exports.handler = () => require("pulumi-nodecloud/provider").${providerExports[type]}`;
}
