import type { Server } from "@grpc/grpc-js";
import { type MonitorTarget, monitorHandlers } from "./monitor-handlers";
import type { ProgramFolders } from "./requests";
import { channelOptions, type Sdk } from "./sdk";

/** Serves a program's calls: the gRPC services ResourceMonitor and Engine on a port of 127.0.0.1. */
export interface MonitorServer {
  readonly address: string;
  close(): void;
}

export async function startMonitorServer(
  sdk: Sdk,
  folders: ProgramFolders,
  target: MonitorTarget,
): Promise<MonitorServer> {
  const { grpc } = sdk;
  const handlers = monitorHandlers(sdk, folders, target);
  const server: Server = new grpc.Server(channelOptions);
  server.addService(sdk.monitorService, handlers.monitorService);
  server.addService(sdk.engineService, handlers.engineService);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  const close = () => {
    handlers.close();
    server.forceShutdown();
  };
  return { address: `127.0.0.1:${port}`, close };
}
