import type { handleUnaryCall, Server } from "@grpc/grpc-js";
import type { Alias as AliasMessage } from "@pulumi/pulumi/proto/alias_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import type {
  ReadResourceRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { messageOf, type PropertyMap, unknownText } from "../../state";
import {
  type Alias,
  EngineStopping,
  type Goal,
  type ReadGoal,
  type Registered,
  type Registrar,
  type Severity,
} from "../core";
import { Refusal } from "../core/refusals";
import { seconds } from "./duration";
import { hashAssetsIn, readStruct, writeMapForProgram } from "./properties";
import { channelOptions, type Sdk } from "./sdk";
import { projectPosition } from "./source-position";

/** What the engine announces to programs. All else an SDK may ask for is answered with no. */
const features: ReadonlySet<string> = new Set(["secrets", "resourceReferences", "deletedWith", "aliasSpecs"]);

/** The engine's side of a running program: the services ResourceMonitor and Engine on a port of 127.0.0.1. */
export interface Monitor {
  readonly address: string;
  close(): void;
}

/** Where a program's own files are looked for, and what its positions are told from. */
export interface ProgramFolders {
  readonly program: string;
  readonly project: string;
}

export interface MonitorPorts {
  readonly registrar: () => Registrar;
  readonly log: Registrar["log"];
  /** Hears of each resource that was gone before the plugin deleted it. */
  readonly alreadyGone: (urn: string) => void;
}

export async function startMonitor(
  sdk: Sdk,
  folders: ProgramFolders,
  { registrar, log, alreadyGone }: MonitorPorts,
): Promise<Monitor> {
  const { grpc, struct, empty, resource, engine } = sdk;
  const nothing = () => new empty.Empty();
  const toStruct = (map: PropertyMap) => struct.Struct.fromJavaScript(writeMapForProgram(map));

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
            const code =
              cause instanceof EngineStopping ? grpc.status.UNAVAILABLE : grpc.status.INVALID_ARGUMENT;
            done({ code, details: messageOf(cause) });
          },
        );
    };
  };

  let root = "";
  const server: Server = new grpc.Server(channelOptions);
  server.addService(sdk.monitorService, {
    supportsFeature: unary((request: SupportsFeatureRequest) =>
      new resource.SupportsFeatureResponse().setHassupport(features.has(request.getId())),
    ),
    registerResource: unary(async (request: RegisterResourceRequest) => {
      const goal = await readGoal(request, folders);
      const made = await registrar().registerResource(goal);
      return new resource.RegisterResourceResponse()
        .setUrn(made.urn)
        .setId(made.id)
        .setObject(toStruct(made.outputs))
        .setStable(false);
    }),
    readResource: unary(async (request: ReadResourceRequest) => {
      const made: Registered = await registrar().readResource(readReadGoal(request, folders));
      return new resource.ReadResourceResponse().setUrn(made.urn).setProperties(toStruct(made.outputs));
    }),
    registerResourceOutputs: unary(async (request: RegisterResourceOutputsRequest) => {
      const outputs = await hashAssetsIn(readStruct(request.getOutputs()), folders.program);
      await registrar().registerResourceOutputs(request.getUrn(), outputs);
      return nothing();
    }),
    invoke: unary((request: { getTok(): string }) => refuse(`the function ${request.getTok()}`)),
    call: unary((request: { getTok(): string }) => refuse(`the method ${request.getTok()}`)),
    registerPackage: unary(() => refuse("parameterised packages")),
    signalAndWaitForShutdown: unary(async () => {
      await registrar().finished();
      return nothing();
    }),
  });
  server.addService(sdk.engineService, {
    log: unary((request: LogRequest) => {
      if (request.getStreamid() === alreadyGoneStream) alreadyGone(request.getUrn());
      const severity = severities[request.getSeverity()];
      // Severity 0 carries whole registered objects, secrets in clear (engine.md 4).
      if (severity && severity !== "debug") {
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
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}

/** The stream of log lines in which this package's resources report that there was nothing left to delete. */
const alreadyGoneStream = 404_404;

const severities: readonly (Severity | undefined)[] = ["debug", "info", "warning", "error"];

/** Without colors, and without the stack lines of Node.js and the SDK: those of the program are what helps. */
function readable(message: string): string {
  return message
    .replace(terminalColors, "")
    .split("\n")
    .filter((line) => !/^\s+at .*(node:internal|[\\/]@pulumi[\\/])/.test(line))
    .join("\n");
}

const terminalColors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function refuse(what: string): never {
  throw new Refusal(`The embedded engine does not do ${what}. Use the Pulumi CLI (--engine pulumi).`);
}

async function readGoal(request: RegisterResourceRequest, folders: ProgramFolders): Promise<Goal> {
  const name = `${request.getType()} "${request.getName()}"`;
  const refused = [
    [request.getRemote(), "remote components"],
    [request.getImportid() !== "", "the option import"],
    [request.getProvider() !== "", "explicit providers (the option provider)"],
    [request.getProvidersMap().getLength() > 0, "explicit providers (the option providers)"],
    [request.getCustom() && request.getVersion() !== "", "the option version"],
    [request.getPlugindownloadurl() !== "", "the option pluginDownloadURL"],
    [request.hasReplacementTrigger(), "the option replacementTrigger"],
    [request.getReplaceWithList().length > 0, "the option replaceWith"],
    [request.getTransformsList().length > 0, "transforms"],
    [hasHooks(request), "resource hooks"],
    [request.getPackageref() !== "", "parameterised packages"],
  ] as const;
  for (const [asked, what] of refused) {
    if (asked) refuse(`${what}, which ${name} asks for`);
  }
  const timeouts = request.getCustomtimeouts();
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent(),
    inputs: await hashAssetsIn(readStruct(request.getObject()), folders.program),
    dependencies: request.getDependenciesList(),
    propertyDependencies: Object.fromEntries(
      request
        .getPropertydependenciesMap()
        .getEntryList()
        .map(([property]) => [
          property,
          request.getPropertydependenciesMap().get(property)?.getUrnsList() ?? [],
        ]),
    ),
    protect: request.hasProtect() ? request.getProtect() : undefined,
    retainOnDelete: request.hasRetainondelete() ? request.getRetainondelete() : undefined,
    deletedWith: request.getDeletedwith(),
    deleteBeforeReplace: request.getDeletebeforereplacedefined()
      ? request.getDeletebeforereplace()
      : undefined,
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: request.getAliasesList().map(readAlias),
    customTimeouts: Object.fromEntries(
      Object.entries({
        create: seconds(timeouts?.getCreate() ?? ""),
        update: seconds(timeouts?.getUpdate() ?? ""),
        delete: seconds(timeouts?.getDelete() ?? ""),
      }).filter(([, time]) => time > 0),
    ),
    sourcePosition: projectPosition(request.getSourceposition(), folders.project),
  };
}

function readAlias(alias: AliasMessage): Alias {
  const spec = alias.getSpec();
  if (!spec) return { urn: alias.getUrn() };
  return {
    name: spec.getName(),
    type: spec.getType(),
    stack: spec.getStack(),
    project: spec.getProject(),
    parent: spec.getParenturn(),
    noParent: spec.getNoparent(),
  };
}

function hasHooks(request: RegisterResourceRequest): boolean {
  const hooks = request.getHooks();
  return hooks !== undefined && Object.values(hooks.toObject()).some((names) => names.length > 0);
}

function readReadGoal(request: ReadResourceRequest, folders: ProgramFolders): ReadGoal {
  if (request.getProvider() !== "") refuse("explicit providers (the option provider)");
  return {
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
    id: request.getId() === unknownText ? undefined : request.getId(),
    inputs: readStruct(request.getProperties()),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    sourcePosition: projectPosition(request.getSourceposition(), folders.project),
  };
}
