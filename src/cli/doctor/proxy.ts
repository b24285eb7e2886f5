import { unusedProxyOf } from "../../client/unused-proxy";
import type { Environment } from "../../state";
import { type Check, warning } from "./check";

/**
 * Warns if the service does not respond and may be reachable only through a proxy, which this package never uses, and if the SDK would use a
 * proxy between the processes of this machine.
 */
export function checkProxy(address: string, env: Environment, reads: readonly Check[]): readonly Check[] {
  return [...checkServiceProxy(address, env, reads), ...checkLoopbackProxy(env)];
}

/** gRPC reads these variables in lower case only. `nodecloud up` adds the exception itself. */
function checkLoopbackProxy(env: Environment): readonly Check[] {
  const findSet = (names: readonly string[]) => names.find((name) => env[name]);
  const variable = findSet(["grpc_proxy", "https_proxy", "http_proxy"]);
  const exceptions =
    env[findSet(["no_grpc_proxy", "no_proxy"]) ?? ""]?.split(",").map((one) => one.trim()) ?? [];
  if (variable === undefined || exceptions.includes("127.0.0.1")) return [];
  return [
    warning(
      "proxy",
      `${variable} is set, and the Pulumi CLI's SDK would use that proxy even for this machine's own processes.`,
      "Set no_grpc_proxy=127.0.0.1 for `pulumi up`. `nodecloud up` needs no setting.",
    ),
  ];
}

function checkServiceProxy(address: string, env: Environment, reads: readonly Check[]): readonly Check[] {
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
