import { unusedProxyOf } from "../../client/unused-proxy";
import type { Environment } from "../../state";
import { type Check, warning } from "./check";

/** Warns if the service does not respond and may be reachable only through a proxy, which this package never uses. */
export function checkProxy(address: string, env: Environment, reads: readonly Check[]): readonly Check[] {
  const variable = unusedProxyOf(address, env);
  const responds = reads.some(({ name, status }) => name === "service" && status === "ok");
  if (variable === undefined || responds) return [];
  return [
    warning(
      "proxy",
      `${variable} is set but ignored: calls go to the service directly.`,
      "Let this machine connect to the service without a proxy.",
    ),
  ];
}
