import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Grpc from "@grpc/grpc-js";
import type * as CallbackServices from "@pulumi/pulumi/proto/callback_grpc_pb";
import type * as CallbackMessages from "@pulumi/pulumi/proto/callback_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";
import type * as ProviderServices from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as ProviderMessages from "@pulumi/pulumi/proto/provider_pb";
import type * as ResourceMessages from "@pulumi/pulumi/proto/resource_pb";
import type * as StatusMessages from "@pulumi/pulumi/proto/status_pb";
import type * as EmptyMessages from "google-protobuf/google/protobuf/empty_pb";
import type * as StructMessages from "google-protobuf/google/protobuf/struct_pb";
import { EngineError } from "../core/engine-error";

/**
 * The parts of the program's own SDK that the engine uses. Objects of two copies of grpc or protobuf are incompatible, so nothing here is
 * loaded from this package's own dependencies.
 */
export interface Sdk {
  readonly version: string;
  readonly grpc: typeof Grpc;
  readonly struct: typeof StructMessages;
  readonly empty: typeof EmptyMessages;
  readonly status: typeof StatusMessages;
  readonly resource: typeof ResourceMessages;
  readonly engine: typeof EngineMessages;
  readonly provider: typeof ProviderMessages;
  /** The response to an invoke, which is a message of its own in newer SDKs. */
  readonly InvokeResponse: typeof ProviderMessages.InvokeResponse;
  readonly callback: typeof CallbackMessages;
  readonly CallbacksClient: typeof CallbackServices.CallbacksClient;
  readonly ProviderClient: typeof ProviderServices.ResourceProviderClient;
  readonly monitorService: Grpc.ServiceDefinition;
  readonly engineService: Grpc.ServiceDefinition;
  /** The scripts that run a program and the plugin of dynamic resources. */
  readonly runScript: string;
  readonly pluginScript: string;
}

const minVersion = [3, 216] as const;

/**
 * Finds the SDK that a program in this folder loads, without loading it.
 * @throws EngineError if there is none, or if its version is not supported.
 */
export function findSdk(programFolder: string): { readonly manifestPath: string; readonly version: string } {
  const fromProgram = createRequire(join(programFolder, "program.js"));
  let manifestPath: string;
  try {
    manifestPath = fromProgram.resolve("@pulumi/pulumi/package.json");
  } catch {
    throw new EngineError(
      `The program in ${programFolder} has no @pulumi/pulumi. Nothing was run. Install its dependencies there (npm install).`,
    );
  }
  const { version }: { readonly version: string } = fromProgram(manifestPath);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major !== minVersion[0] || minor < minVersion[1]) {
    throw new EngineError(
      `The program uses @pulumi/pulumi ${version}; the embedded engine needs ${minVersion.join(".")} or later, below 4. Nothing was run.`,
    );
  }
  return { manifestPath, version };
}

export function loadSdk(programFolder: string): Sdk {
  const { manifestPath, version } = findSdk(programFolder);
  const fromSdk = createRequire(manifestPath);
  const monitor: { readonly ResourceMonitorService: Grpc.ServiceDefinition } = fromSdk(
    "./proto/resource_grpc_pb.js",
  );
  const engine: { readonly EngineService: Grpc.ServiceDefinition } = fromSdk("./proto/engine_grpc_pb.js");
  const provider: typeof ProviderServices = fromSdk("./proto/provider_grpc_pb.js");
  const messages: typeof ProviderMessages = fromSdk("./proto/provider_pb.js");
  const newer: { readonly ResourceInvokeResponse?: typeof ProviderMessages.InvokeResponse } =
    fromSdk("./proto/resource_pb.js");
  const callbacks: typeof CallbackServices = fromSdk("./proto/callback_grpc_pb.js");
  return {
    version,
    grpc: fromSdk("@grpc/grpc-js"),
    struct: fromSdk("google-protobuf/google/protobuf/struct_pb.js"),
    empty: fromSdk("google-protobuf/google/protobuf/empty_pb.js"),
    status: fromSdk("./proto/status_pb.js"),
    resource: fromSdk("./proto/resource_pb.js"),
    engine: fromSdk("./proto/engine_pb.js"),
    provider: messages,
    InvokeResponse: newer.ResourceInvokeResponse ?? messages.InvokeResponse,
    callback: fromSdk("./proto/callback_pb.js"),
    CallbacksClient: callbacks.CallbacksClient,
    ProviderClient: provider.ResourceProviderClient,
    monitorService: monitor.ResourceMonitorService,
    engineService: engine.EngineService,
    runScript: fromSdk.resolve("./cmd/run/index.js"),
    pluginScript: fromSdk.resolve("./cmd/dynamic-provider/index.js"),
  };
}

/** The same limits as the SDK's. A proxy would be used even for this machine's own processes. */
export const channelOptions = {
  "grpc.enable_http_proxy": 0,
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
} as const;
