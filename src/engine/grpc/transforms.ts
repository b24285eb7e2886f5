import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type { RegisterResourceRequest, TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { isRecord, messageOf } from "../../unknown";
import { EngineError } from "../core/engine-error";
import type { Callbacks } from "./callbacks";
import { withOutputs, withoutOutputs } from "./output-values";
import type { Sdk } from "./sdk";

/** The transforms of a program: those of the stack, and those of resources, which also apply to their children. */
export class Transforms {
  readonly #sdk: Sdk;
  readonly #callbacks: Callbacks;
  readonly #stack: Callback[] = [];
  readonly #byUrn = new Map<string, readonly Callback[]>();
  readonly #parents = new Map<string, string>();

  constructor(sdk: Sdk, callbacks: Callbacks) {
    this.#sdk = sdk;
    this.#callbacks = callbacks;
  }

  addToStack(callback: Callback): void {
    this.#stack.push(callback);
  }

  /** Applies the transforms of this resource to its children from now on. */
  registered(urn: string, request: RegisterResourceRequest): void {
    this.#parents.set(urn, request.getParent());
    if (request.getTransformsList().length > 0) this.#byUrn.set(urn, request.getTransformsList());
  }

  /** Applies the resource's own transforms to its request, then its parents', then the stack's. */
  async apply(request: RegisterResourceRequest): Promise<void> {
    const own = request.getTransformsList();
    const all = [...own, ...this.#inherited(request.getParent()), ...this.#stack];
    if (all.length === 0) return;
    const { TransformRequest, TransformResponse } = this.#sdk.resource;
    let properties = this.#struct(
      withOutputs(readJson(request.getObject()), own.length > 0 ? dependenciesOf(request) : {}),
    );
    let options = optionsOf(request, this.#sdk);
    for (const callback of all) {
      const message = new TransformRequest()
        .setType(request.getType())
        .setName(request.getName())
        .setCustom(request.getCustom())
        .setParent(request.getParent())
        .setProperties(properties)
        .setOptions(options);
      const response = TransformResponse.deserializeBinary(
        await this.#callbacks.invoke(callback, message).catch((cause: unknown) => {
          throw new EngineError(
            `A transform of ${request.getType()} "${request.getName()}" failed: ${messageOf(cause)}\nThe resource was not registered.`,
          );
        }),
      );
      properties = response.getProperties() ?? properties;
      options = response.getOptions() ?? options;
    }
    const plain = withoutOutputs(readJson(properties));
    request.setObject(this.#struct(plain.properties));
    writeOptions(request, options);
    writeDependencies(request, options, plain.dependencies, this.#sdk);
  }

  *#inherited(parent: string): Generator<Callback> {
    for (let urn: string | undefined = parent; urn; urn = this.#parents.get(urn)) {
      yield* this.#byUrn.get(urn) ?? [];
    }
  }

  #struct(properties: ReturnType<typeof withOutputs>): Struct {
    return this.#sdk.struct.Struct.fromJavaScript(properties);
  }
}

function readJson(struct: Struct | undefined): Readonly<Record<string, unknown>> {
  const read: unknown = struct?.toJavaScript();
  return isRecord(read) ? read : {};
}

function dependenciesOf(request: RegisterResourceRequest): Readonly<Record<string, readonly string[]>> {
  const entries = request.getPropertydependenciesMap().getEntryList();
  return Object.fromEntries(
    entries.map(([name]) => [name, request.getPropertydependenciesMap().get(name)?.getUrnsList() ?? []]),
  );
}

/** The result of the resource's own transforms replaces the dependencies of the request. The results of other transforms only add to them. */
function writeDependencies(
  request: RegisterResourceRequest,
  options: TransformResourceOptions,
  properties: Readonly<Record<string, readonly string[]>>,
  sdk: Sdk,
): void {
  const { PropertyDependencies } = sdk.resource.RegisterResourceRequest;
  const before = request.getTransformsList().length > 0 ? {} : dependenciesOf(request);
  if (request.getTransformsList().length > 0) {
    request.setDependenciesList([
      ...new Set([...options.getDependsOnList(), ...Object.values(properties).flat()]),
    ]);
  }
  const map = request.getPropertydependenciesMap();
  map.clear();
  for (const name of new Set([...Object.keys(before), ...Object.keys(properties)])) {
    const urns = new Set([...(before[name] ?? []), ...(properties[name] ?? [])]);
    map.set(name, new PropertyDependencies().setUrnsList([...urns]));
  }
}

function optionsOf(request: RegisterResourceRequest, sdk: Sdk): TransformResourceOptions {
  const options = new sdk.resource.TransformResourceOptions()
    .setImport(request.getImportid())
    .setDependsOnList(request.getDependenciesList())
    .setIgnoreChangesList(request.getIgnorechangesList())
    .setReplaceOnChangesList(request.getReplaceonchangesList())
    .setVersion(request.getVersion())
    .setAliasesList(request.getAliasesList())
    .setProvider(request.getProvider())
    .setCustomTimeouts(request.getCustomtimeouts())
    .setPluginDownloadUrl(request.getPlugindownloadurl())
    .setDeletedWith(request.getDeletedwith())
    .setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList())
    .setHideDiffList(request.getHidediffsList())
    .setReplaceWithList(request.getReplaceWithList())
    .setReplacementTrigger(request.getReplacementTrigger())
    .setHooks(request.getHooks());
  for (const [name, reference] of request.getProvidersMap().entries())
    options.getProvidersMap().set(name, reference);
  if (request.hasProtect()) options.setProtect(request.getProtect() === true);
  if (request.hasRetainondelete()) options.setRetainOnDelete(request.getRetainondelete() === true);
  if (request.getDeletebeforereplacedefined() || request.getDeletebeforereplace())
    options.setDeleteBeforeReplace(request.getDeletebeforereplace());
  return options;
}

function writeOptions(request: RegisterResourceRequest, options: TransformResourceOptions): void {
  request
    .setImportid(options.getImport())
    .setIgnorechangesList(options.getIgnoreChangesList())
    .setReplaceonchangesList(options.getReplaceOnChangesList())
    .setVersion(options.getVersion())
    .setAliasesList(options.getAliasesList())
    .setProvider(options.getProvider())
    .setCustomtimeouts(options.getCustomTimeouts())
    .setPlugindownloadurl(options.getPluginDownloadUrl())
    .setDeletedwith(options.getDeletedWith())
    .setAdditionalsecretoutputsList(options.getAdditionalSecretOutputsList())
    .setHidediffsList(options.getHideDiffList())
    .setReplaceWithList(options.getReplaceWithList())
    .setReplacementTrigger(options.getReplacementTrigger())
    .setHooks(options.getHooks())
    .setDeletebeforereplace(options.getDeleteBeforeReplace() === true)
    .setDeletebeforereplacedefined(options.hasDeleteBeforeReplace());
  request.getProvidersMap().clear();
  for (const [name, reference] of options.getProvidersMap().entries())
    request.getProvidersMap().set(name, reference);
  if (options.hasProtect()) request.setProtect(options.getProtect() === true);
  else request.clearProtect();
  if (options.hasRetainOnDelete()) request.setRetainondelete(options.getRetainOnDelete() === true);
  else request.clearRetainondelete();
}
