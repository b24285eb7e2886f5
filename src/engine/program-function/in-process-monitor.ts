import type { ServiceDefinition } from "@grpc/grpc-js";
import { type MonitorTarget, monitorHandlers, type UnaryHandler } from "../grpc/monitor-handlers";
import type { ProgramFolders } from "../grpc/requests";
import type { Sdk } from "../grpc/sdk";

/** The clients of the gRPC services ResourceMonitor and Engine as the SDK calls them, without a connection. */
export interface InProcessMonitor {
  readonly monitor: object;
  readonly engine: object;
  close(): void;
}

interface InProcessMonitorOptions {
  /** Called when the engine is stopping. */
  readonly onStopping: () => void;
  /** Runs the engine code that the program calls outside the program's context. */
  readonly leaveProgram: (work: () => void) => void;
}

/**
 * Handles the SDK's calls in this process. From the first call that the engine refuses because it is stopping, each gets a response as in a
 * preview: other values stay unknown, so the program ends without more errors.
 */
export function inProcessMonitor(
  sdk: Sdk,
  folders: ProgramFolders,
  target: MonitorTarget,
  { onStopping, leaveProgram }: InProcessMonitorOptions,
): InProcessMonitor {
  const { monitorService, engineService, close } = monitorHandlers(sdk, folders, target);
  const { UNAVAILABLE, UNIMPLEMENTED } = sdk.grpc.status;
  const clientOf = (definition: ServiceDefinition, handlers: object): object => {
    const methods = Object.keys(definition).map((name) => {
      const handler: UnaryHandler<unknown, unknown> | undefined = Reflect.get(handlers, name);
      /** The last argument is the callback. Some SDKs pass options before it. */
      const method = (request: unknown, ...rest: Callback[]) => {
        const callback = rest.at(-1) ?? (() => undefined);
        if (!handler) {
          callback({ code: UNIMPLEMENTED, details: `${name} is not implemented` });
          return;
        }
        leaveProgram(() =>
          handler({ request }, (error, response) => {
            if (error?.code !== UNAVAILABLE) {
              callback(error && Object.assign(new Error(error.details), error), response);
              return;
            }
            onStopping();
            callback(null, unknownResult(sdk, name));
          }),
        );
      };
      return [name, method];
    });
    return Object.fromEntries(methods);
  };
  return {
    monitor: clientOf(sdk.monitorService, monitorService),
    engine: clientOf(sdk.engineService, engineService),
    close,
  };
}

type Callback = (error: object | null, response?: unknown) => void;

function unknownResult({ resource, empty }: Sdk, method: string): object {
  if (method === "registerResource") return new resource.RegisterResourceResponse();
  if (method === "readResource") return new resource.ReadResourceResponse();
  return new empty.Empty();
}
