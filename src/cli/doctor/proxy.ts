import { unusedProxyOf } from "../../client/unused-proxy";
import type { Environment } from "../../state";
import { type Check, warning } from "./check";

/** Warns where the service does not answer and may be reachable only through a proxy, which this package never uses. */
export function checkProxy(address: string, env: Environment, reads: readonly Check[]): readonly Check[] {
  const variable = unusedProxyOf(address, env);
  const answers = reads.some(({ name, status }) => name === "service" && status === "ok");
  if (variable === undefined || answers) return [];
  return [
    warning(
      "proxy",
      `${variable} is set but ignored: calls go to the service directly.`,
      "Let this machine connect to the service without a proxy.",
    ),
  ];
}
