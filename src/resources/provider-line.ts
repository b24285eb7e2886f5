import type { LifecycleName } from "./lifecycles";

/** The value of `__provider`: a constant line, so the state contains no code. */
export function providerLine(lifecycle: LifecycleName): string {
  return `exports.handler = () => require("pulumi-nodecloud/provider").${lifecycle}`;
}
