import type {
  CheckResponse,
  CreateResponse,
  DiffResponse,
  ReadResponse,
  UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { nameInUrn, type PropertyMap, withMappedVariables } from "../../state";
import type { ApplyResult, DeleteResult, ProviderPort } from "../core";
import type { Effect } from "../core/plugin-ended";
import { typeOf } from "../core/urn";
import { withOwnCommands } from "./own-commands";
import { PluginError } from "./plugin-error";
import { PluginProcess, type PluginProcessOptions, type SendCall } from "./plugin-process";
import { readStruct, writeMapForPlugin } from "./properties";

export interface PluginOptions extends PluginProcessOptions {
  /** The results of deletes that deleted nothing, as the plugin reported them, by URN. */
  readonly deleteResults: Map<string, DeleteResult>;
}

/** The SDK's dynamic provider plugin, in its own process, which the first call starts. */
export class PluginProvider implements ProviderPort {
  readonly #options: PluginOptions;
  readonly #instances: PluginProvider[] = [];
  #plugin: Promise<PluginProcess> | undefined;

  constructor(options: PluginOptions) {
    this.#options = options;
  }

  /** Starts the process so that it loads while the program does. If that fails, the first call rejects. */
  startEarly(): void {
    this.#connect().catch(() => undefined);
  }

  /** Asks the plugin to stop waiting. Creates in progress return as failed initializations. */
  interrupt(): void {
    for (const instance of this.#instances) instance.interrupt();
    this.#plugin?.then(
      (plugin) => plugin.interrupt(),
      () => undefined,
    );
  }

  async configure(configuration: PropertyMap): Promise<void> {
    const { provider } = this.#options.sdk;
    const request = new provider.ConfigureRequest()
      .setArgs(this.#struct(configuration))
      .setAcceptsecrets(true)
      .setAcceptresources(true);
    await this.#call("none", (client, done) => client.configure(request, done));
  }

  async newInstance(
    configuration: PropertyMap,
    envVarMappings: Readonly<Record<string, string>>,
    urn: string,
  ): Promise<ProviderPort> {
    const env = withMappedVariables(this.#options.env, envVarMappings);
    const instance = new PluginProvider({ ...this.#options, env, urn });
    this.#instances.push(instance);
    await instance.configure(configuration);
    return instance;
  }

  async check(request: Parameters<ProviderPort["check"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.CheckRequest()
      .setUrn(request.urn)
      .setName(nameInUrn(request.urn))
      .setType(typeOf(request.urn))
      .setOlds(this.#struct(request.olds ?? {}))
      .setNews(this.#struct(request.news));
    const response = await this.#call<CheckResponse>("none", (client, done) => client.check(message, done));
    return {
      inputs: readStruct(response.getInputs()),
      failures: response.getFailuresList().map((failure) => ({
        property: failure.getProperty(),
        reason: withOwnCommands(failure.getReason()),
      })),
    };
  }

  async diff(request: Parameters<ProviderPort["diff"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.DiffRequest()
      .setUrn(request.urn)
      .setName(nameInUrn(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setOlds(this.#struct(request.oldOutputs))
      .setOldInputs(this.#struct(request.oldInputs))
      .setNews(this.#struct(request.newInputs))
      .setIgnorechangesList([...request.ignoreChanges]);
    const response = await this.#call<DiffResponse>("none", (client, done) => client.diff(message, done));
    const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(request: Parameters<ProviderPort["create"]>[0]): Promise<ApplyResult> {
    const { provider } = this.#options.sdk;
    const message = new provider.CreateRequest()
      .setUrn(request.urn)
      .setName(nameInUrn(request.urn))
      .setType(typeOf(request.urn))
      .setProperties(this.#struct(request.inputs));
    return this.#orFailedInitialization("", async () => {
      const response = await this.#call<CreateResponse>("create", (client, done) =>
        client.create(message, done),
      );
      return { id: response.getId(), outputs: readStruct(response.getProperties()) };
    });
  }

  async read(request: Parameters<ProviderPort["read"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.ReadRequest()
      .setUrn(request.urn)
      .setName(nameInUrn(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setProperties(this.#struct(request.outputs))
      .setInputs(this.#struct(request.inputs));
    const response = await this.#call<ReadResponse>("none", (client, done) => client.read(message, done));
    const inputs = response.getInputs();
    return {
      id: response.getId(),
      outputs: readStruct(response.getProperties()),
      ...(inputs && { inputs: readStruct(inputs) }),
    };
  }

  async update(request: Parameters<ProviderPort["update"]>[0]): Promise<ApplyResult> {
    const { provider } = this.#options.sdk;
    const message = new provider.UpdateRequest()
      .setUrn(request.urn)
      .setName(nameInUrn(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setOlds(this.#struct(request.oldOutputs))
      .setOldInputs(this.#struct(request.oldInputs))
      .setNews(this.#struct(request.newInputs))
      .setIgnorechangesList([...request.ignoreChanges]);
    return this.#orFailedInitialization(request.id, async () => {
      const response = await this.#call<UpdateResponse>("change", (client, done) =>
        client.update(message, done),
      );
      return { id: request.id, outputs: readStruct(response.getProperties()) };
    });
  }

  async delete(request: Parameters<ProviderPort["delete"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.DeleteRequest()
      .setUrn(request.urn)
      .setName(nameInUrn(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setProperties(this.#struct(request.outputs))
      .setOldInputs(this.#struct(request.inputs));
    const { deleteResults } = this.#options;
    // An older entry of the same resource may have been deleted before.
    deleteResults.delete(request.urn);
    await this.#call("change", (client, done) => client.delete(message, done));
    return deleteResults.get(request.urn) ?? { alreadyDeleted: false };
  }

  #struct(map: PropertyMap): Struct {
    return this.#options.sdk.struct.Struct.fromJavaScript(writeMapForPlugin(map));
  }

  #connect(): Promise<PluginProcess> {
    this.#plugin ??= PluginProcess.start(this.#options);
    return this.#plugin;
  }

  async #call<T>(effect: Effect, send: SendCall<T>): Promise<T> {
    return (await this.#connect()).call(effect, send);
  }

  async #orFailedInitialization(id: string, call: () => Promise<ApplyResult>): Promise<ApplyResult> {
    try {
      return await call();
    } catch (cause) {
      if (!(cause instanceof PluginError) || !cause.initialization) throw cause;
      const { initialization } = cause;
      return {
        id: initialization.id || id,
        outputs: initialization.outputs,
        failure: { message: cause.message, reasons: initialization.reasons },
      };
    }
  }
}
