import type { Environment } from "../../state";

/**
 * The environment of a process that calls this machine's own processes over gRPC. Where a proxy is set in lower case (`https_proxy`), gRPC
 * uses it even for the loopback, unless the address is in `no_grpc_proxy`. Other clients do not read that variable.
 */
export function withDirectLoopback(env: Environment): Environment {
  const others = env.no_grpc_proxy || env.no_proxy;
  return { ...env, no_grpc_proxy: [...(others ? [others] : []), "127.0.0.1", "localhost"].join(",") };
}
