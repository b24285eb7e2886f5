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
import {
  type DeleteResult,
  EngineStopping,
  type RegisteredResource,
  type ResourceMonitor,
  type Severity,
} from "../core";
import { Callbacks } from "./callbacks";
import { errorHookOf, resourceHookOf } from "./hooks";
import { withOwnCommands } from "./own-commands";
import { hashAssetsIn, readStruct, writeMapForProgram } from "./properties";
import { type ProgramFolders, readReadRequest, readRegistration, refuseUnsupported } from "./requests";
import type { Sdk } from "./sdk";
import { Transforms } from "./transforms";

/** The features that the engine reports as supported. All others are not. */
const features: ReadonlySet<string> = new Set([
  "secrets",
  "resourceReferences",
  "deletedWith",
  "aliasSpecs",
  "transforms",
  "resourceHooks",
  "errorHooks",
]);

/** The parts that handle a program's calls. */
export interface MonitorTarget {
  readonly monitor: () => ResourceMonitor;
  readonly log: ResourceMonitor["log"];
  /** Called for each resource whose delete found no object, or left it as it is. */
  readonly onDeleteResult: (urn: string, result: DeleteResult) => void;
}

/** Handles one call and responds through `done`, as a handler of a gRPC server does. */
export type UnaryHandler<Request, Result> = (
  call: { readonly request: Request },
  done: (error: CallError | null, result?: Result) => void,
) => void;

interface CallError {
  /** A gRPC status. `UNAVAILABLE`: the engine is stopping, and the cause was already reported. */
  readonly code: number;
  readonly details: string;
}

/** The methods of the gRPC services ResourceMonitor and Engine. All others are not implemented. */
export function monitorHandlers(
  sdk: Sdk,
  folders: ProgramFolders,
  { monitor, log, onDeleteResult }: MonitorTarget,
) {
  const { grpc, struct, empty, resource, engine } = sdk;
  const nothing = () => new empty.Empty();
  const toStruct = (map: PropertyMap) => struct.Struct.fromJavaScript(writeMapForProgram(map));

  /** Whether a call failed with EngineStopping, after which the SDK closes its channels. */
  let wasStopped = false;

  /** Creates a handler of unary calls. An error becomes a gRPC status. */
  const unary = <Request, Result>(
    handle: (request: Request) => Result | Promise<Result>,
  ): UnaryHandler<Request, Result> => {
    return (call, done) => {
      Promise.resolve(call.request)
        .then(handle)
        .then(
          (result) => done(null, result),
          (cause: unknown) => {
            const isStopping = cause instanceof EngineStopping;
            wasStopped ||= isStopping;
            const code = isStopping ? grpc.status.UNAVAILABLE : grpc.status.INVALID_ARGUMENT;
            done({ code, details: messageOf(cause) });
          },
        );
    };
  };

  const callbacks = new Callbacks(sdk);
  const transforms = new Transforms(sdk, callbacks);
  let root = "";
  const monitorService = {
    supportsFeature: unary((request: SupportsFeatureRequest) =>
      new resource.SupportsFeatureResponse().setHassupport(features.has(request.getId())),
    ),
    registerResource: unary(async (request: RegisterResourceRequest) => {
      await transforms.apply(request);
      const registered = await monitor().registerResource(await readRegistration(request, folders));
      transforms.registered(registered.urn, request);
      return new resource.RegisterResourceResponse()
        .setUrn(registered.urn)
        .setId(registered.id)
        .setObject(toStruct(registered.outputs))
        .setStable(false);
    }),
    readResource: unary(async (request: ReadResourceRequest) => {
      const read: RegisteredResource = await monitor().readResource(readReadRequest(request, folders));
      return new resource.ReadResourceResponse().setUrn(read.urn).setProperties(toStruct(read.outputs));
    }),
    registerResourceOutputs: unary(async (request: RegisterResourceOutputsRequest) => {
      const outputs = await hashAssetsIn(readStruct(request.getOutputs()), folders.program);
      await monitor().registerResourceOutputs(request.getUrn(), outputs);
      return nothing();
    }),
    invoke: unary(async (request: ResourceInvokeRequest) => {
      if (request.getTok() !== "pulumi:pulumi:getResource")
        refuseUnsupported(`the function ${request.getTok()}`);
      const { urn } = readStruct(request.getArgs());
      const { id, outputs } = await monitor().getResource(String(urn));
      return new sdk.InvokeResponse().setReturn(toStruct({ urn: String(urn), id, state: outputs }));
    }),
    call: unary((request: { getTok(): string }) => refuseUnsupported(`the method ${request.getTok()}`)),
    registerStackTransform: unary((callback: Callback) => {
      transforms.addToStack(callback);
      return nothing();
    }),
    registerResourceHook: unary((request: RegisterResourceHookRequest) => {
      monitor().registerHook(resourceHookOf(request, sdk, callbacks));
      return nothing();
    }),
    registerErrorHook: unary((request: RegisterErrorHookRequest) => {
      monitor().registerErrorHook(errorHookOf(request, sdk, callbacks));
      return nothing();
    }),
    registerPackage: unary(() => refuseUnsupported("parameterised packages")),
    signalAndWaitForShutdown: unary(async () => {
      await monitor().signalAndWaitForShutdown();
      return nothing();
    }),
  };
  const engineService = {
    log: unary((request: LogRequest) => {
      const deleteResult = deleteResults.get(request.getStreamid());
      if (deleteResult) onDeleteResult(request.getUrn(), deleteResult);
      const severity = severities[request.getSeverity()];
      // Debug messages contain registered objects with their secrets in plain text.
      const isConsequence = wasStopped && isOfClosedChannel(request.getMessage());
      if (severity && severity !== "debug" && !isConsequence) {
        const urn = request.getUrn();
        const message = readable(request.getMessage());
        log({
          severity,
          message: urn ? withOwnCommands(message) : message,
          urn,
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
  };
  return { monitorService, engineService, close: () => callbacks.close() };
}

/** The stream ids of log messages in which this package's resources report the results of deletes that delete nothing. */
const deleteResults: ReadonlyMap<number, DeleteResult> = new Map([
  [404_404, { alreadyDeleted: true }],
  [404_405, { alreadyDeleted: false, retained: true }],
]);

const severities: readonly (Severity | undefined)[] = ["debug", "info", "warning", "error"];

/** Whether the SDK reports that it closed its channel, which it does for each resource registered after the run stopped. */
function isOfClosedChannel(message: string): boolean {
  return /\bError: Channel has been shut down\b/.test(message);
}

/** Removes colors, and the stack trace lines of Node.js and the SDK, but not those of the program. */
function readable(message: string): string {
  return message
    .replace(terminalColors, "")
    .split("\n")
    .filter((line) => !/^\s+at .*(node:internal|[\\/]@pulumi[\\/])/.test(line))
    .join("\n");
}

const terminalColors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
