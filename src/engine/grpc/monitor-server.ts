import type { handleUnaryCall, Server } from "@grpc/grpc-js";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import type {
  ReadResourceRequest,
  RegisterErrorHookRequest,
  RegisterResourceHookRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  ResourceInvokeRequest,
  SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import type { PropertyMap } from "../../state";
import { messageOf } from "../../unknown";
import { EngineStopping, type RegisteredResource, type ResourceMonitor, type Severity } from "../core";
import { Callbacks } from "./callbacks";
import { errorHookOf, resourceHookOf } from "./hooks";
import { hashAssetsIn, readStruct, writeMapForProgram } from "./properties";
import { type ProgramFolders, readReadRequest, readRegistration, refuseUnsupported } from "./requests";
import { channelOptions, type Sdk } from "./sdk";
import { Transforms } from "./transforms";

/** What the engine announces to programs. All else an SDK may ask for is answered with no. */
const features: ReadonlySet<string> = new Set([
  "secrets",
  "resourceReferences",
  "deletedWith",
  "aliasSpecs",
  "transforms",
  "resourceHooks",
  "errorHooks",
]);

/** The engine's side of a running program: the services ResourceMonitor and Engine on a port of 127.0.0.1. */
export interface MonitorServer {
  readonly address: string;
  close(): void;
}

export interface MonitorHandlers {
  readonly registrar: () => ResourceMonitor;
  readonly log: ResourceMonitor["log"];
  /** Hears of each resource that was gone before the plugin deleted it. */
  readonly alreadyGone: (urn: string) => void;
}

export async function startMonitorServer(
  sdk: Sdk,
  folders: ProgramFolders,
  { registrar, log, alreadyGone }: MonitorHandlers,
): Promise<MonitorServer> {
  const { grpc, struct, empty, resource, engine } = sdk;
  const nothing = () => new empty.Empty();
  const toStruct = (map: PropertyMap) => struct.Struct.fromJavaScript(writeMapForProgram(map));

  /** Whether a call was answered with the end of the run, after which the SDK closes its channels. */
  let hasEnded = false;

  /** One call and its answer; what the handler throws becomes a status. */
  const unary = <Request, Answer>(
    handle: (request: Request) => Answer | Promise<Answer>,
  ): handleUnaryCall<Request, Answer> => {
    return (call, done) => {
      Promise.resolve(call.request)
        .then(handle)
        .then(
          (answer) => done(null, answer),
          (cause: unknown) => {
            const isStopping = cause instanceof EngineStopping;
            hasEnded ||= isStopping;
            const code = isStopping ? grpc.status.UNAVAILABLE : grpc.status.INVALID_ARGUMENT;
            done({ code, details: messageOf(cause) });
          },
        );
    };
  };

  const callbacks = new Callbacks(sdk);
  const transforms = new Transforms(sdk, callbacks);
  let root = "";
  const server: Server = new grpc.Server(channelOptions);
  server.addService(sdk.monitorService, {
    supportsFeature: unary((request: SupportsFeatureRequest) =>
      new resource.SupportsFeatureResponse().setHassupport(features.has(request.getId())),
    ),
    registerResource: unary(async (request: RegisterResourceRequest) => {
      await transforms.apply(request);
      const made = await registrar().registerResource(await readRegistration(request, folders));
      transforms.registered(made.urn, request);
      return new resource.RegisterResourceResponse()
        .setUrn(made.urn)
        .setId(made.id)
        .setObject(toStruct(made.outputs))
        .setStable(false);
    }),
    readResource: unary(async (request: ReadResourceRequest) => {
      const made: RegisteredResource = await registrar().readResource(readReadRequest(request, folders));
      return new resource.ReadResourceResponse().setUrn(made.urn).setProperties(toStruct(made.outputs));
    }),
    registerResourceOutputs: unary(async (request: RegisterResourceOutputsRequest) => {
      const outputs = await hashAssetsIn(readStruct(request.getOutputs()), folders.program);
      await registrar().registerResourceOutputs(request.getUrn(), outputs);
      return nothing();
    }),
    invoke: unary(async (request: ResourceInvokeRequest) => {
      if (request.getTok() !== "pulumi:pulumi:getResource")
        refuseUnsupported(`the function ${request.getTok()}`);
      const { urn } = readStruct(request.getArgs());
      const { id, outputs } = await registrar().getResource(String(urn));
      return new sdk.InvokeResponse().setReturn(toStruct({ urn: String(urn), id, state: outputs }));
    }),
    call: unary((request: { getTok(): string }) => refuseUnsupported(`the method ${request.getTok()}`)),
    registerStackTransform: unary((callback: Callback) => {
      transforms.addToStack(callback);
      return nothing();
    }),
    registerResourceHook: unary((request: RegisterResourceHookRequest) => {
      registrar().registerHook(resourceHookOf(request, sdk, callbacks));
      return nothing();
    }),
    registerErrorHook: unary((request: RegisterErrorHookRequest) => {
      registrar().registerErrorHook(errorHookOf(request, sdk, callbacks));
      return nothing();
    }),
    registerPackage: unary(() => refuseUnsupported("parameterised packages")),
    signalAndWaitForShutdown: unary(async () => {
      await registrar().signalAndWaitForShutdown();
      return nothing();
    }),
  });
  server.addService(sdk.engineService, {
    log: unary((request: LogRequest) => {
      if (request.getStreamid() === alreadyGoneStream) alreadyGone(request.getUrn());
      const severity = severities[request.getSeverity()];
      // Severity 0 carries whole registered objects, secrets in clear (engine.md 4).
      const isEcho = hasEnded && isOfClosedChannel(request.getMessage());
      if (severity && severity !== "debug" && !isEcho) {
        log({
          severity,
          message: readable(request.getMessage()),
          urn: request.getUrn(),
          ephemeral: request.getEphemeral(),
        });
      }
      return nothing();
    }),
    getRootResource: unary(() => new engine.GetRootResourceResponse().setUrn(root)),
    setRootResource: unary((request: { getUrn(): string }) => {
      root = request.getUrn();
      return new engine.SetRootResourceResponse();
    }),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  const close = () => {
    callbacks.close();
    server.forceShutdown();
  };
  return { address: `127.0.0.1:${port}`, close };
}

/** The stream of log lines in which this package's resources report that there was nothing left to delete. */
const alreadyGoneStream = 404_404;

const severities: readonly (Severity | undefined)[] = ["debug", "info", "warning", "error"];

/** What the SDK reports of each resource that it comes to after it has closed its channel: the cause is known by then. */
function isOfClosedChannel(message: string): boolean {
  return /\bError: Channel has been shut down\b/.test(message);
}

/** Without colors, and without the stack lines of Node.js and the SDK: those of the program are what helps. */
function readable(message: string): string {
  return message
    .replace(terminalColors, "")
    .split("\n")
    .filter((line) => !/^\s+at .*(node:internal|[\\/]@pulumi[\\/])/.test(line))
    .join("\n");
}

const terminalColors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
