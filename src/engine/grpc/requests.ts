import type { Alias as AliasMessage } from "@pulumi/pulumi/proto/alias_pb";
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { type ResourceHooks, unknownText, withVariableMappings } from "../../state";
import type { Alias, ReadRequest, Registration } from "../core";
import { EngineError } from "../core/engine-error";
import { isProvider } from "../core/urn";
import { parseSeconds } from "./duration";
import { hashAssetsIn, readStruct } from "./properties";
import { projectPosition } from "./source-position";

/** The folder that relative asset paths start from, and the one that source positions are relative to. */
export interface ProgramFolders {
  readonly program: string;
  readonly project: string;
}

/** Refuses features that only the CLI supports. */
export function refuseUnsupported(feature: string): never {
  throw new EngineError(
    `The embedded engine does not support ${feature}. Use the Pulumi CLI (--engine pulumi).`,
  );
}

/** Reads a registration. Throws for options that this engine does not support. */
export async function readRegistration(
  request: RegisterResourceRequest,
  folders: ProgramFolders,
): Promise<Registration> {
  const resource = `${request.getType()} "${request.getName()}"`;
  const unsupported = [
    [request.getRemote(), "remote components"],
    [request.getImportid() !== "", "the option import"],
    [request.getCustom() && request.getVersion() !== "", "the option version"],
    [request.getPlugindownloadurl() !== "", "the option pluginDownloadURL"],
    [request.hasReplacementTrigger(), "the option replacementTrigger"],
    [request.getReplaceWithList().length > 0, "the option replaceWith"],
    [request.getPackageref() !== "", "parameterised packages"],
  ] as const;
  for (const [isUsed, feature] of unsupported) {
    if (isUsed) refuseUnsupported(`${feature}, which ${resource} uses`);
  }
  const timeouts = request.getCustomtimeouts();
  // Older versions of the SDK do not have it.
  const envVarMappings = Object.fromEntries(request.getEnvvarmappingsMap?.().toObject() ?? []);
  if (Object.keys(envVarMappings).length > 0 && !isProvider({ type: request.getType() })) {
    throw new EngineError(
      `The option envVarMappings is for providers only, and ${resource} is not a provider.`,
    );
  }
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent(),
    inputs: withVariableMappings(
      await hashAssetsIn(readStruct(request.getObject()), folders.program),
      envVarMappings,
    ),
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
    hideDiffs: request.getHidediffsList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: request.getAliasesList().map(readAlias),
    customTimeouts: Object.fromEntries(
      Object.entries({
        create: parseSeconds(timeouts?.getCreate() ?? ""),
        update: parseSeconds(timeouts?.getUpdate() ?? ""),
        delete: parseSeconds(timeouts?.getDelete() ?? ""),
      }).filter(([, time]) => time > 0),
    ),
    hooks: readHooks(request),
    provider: request.getCustom() ? request.getProvider() : "",
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

function readHooks(request: RegisterResourceRequest): ResourceHooks {
  const hooks = request.getHooks();
  const named: ResourceHooks = {
    BeforeCreate: hooks?.getBeforeCreateList() ?? [],
    AfterCreate: hooks?.getAfterCreateList() ?? [],
    BeforeUpdate: hooks?.getBeforeUpdateList() ?? [],
    AfterUpdate: hooks?.getAfterUpdateList() ?? [],
    BeforeDelete: hooks?.getBeforeDeleteList() ?? [],
    AfterDelete: hooks?.getAfterDeleteList() ?? [],
    OnError: hooks?.getOnErrorList?.() ?? [],
  };
  return Object.fromEntries(Object.entries(named).filter(([, names]) => names.length > 0));
}

export function readReadRequest(request: ReadResourceRequest, folders: ProgramFolders): ReadRequest {
  return {
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
    id: request.getId() === unknownText ? undefined : request.getId(),
    provider: request.getProvider(),
    inputs: readStruct(request.getProperties()),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    sourcePosition: projectPosition(request.getSourceposition(), folders.project),
  };
}
