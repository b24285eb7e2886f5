import type { ServiceError } from "@grpc/grpc-js";
import type {
  CheckResponse,
  CreateResponse,
  DiffResponse,
  ReadResponse,
  UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { PropertyMap } from "../../state";
import type { ApplyResult, ProviderPort } from "../core";
import { nameOf, typeOf } from "../core/urn";
import type { Child, ChildProcesses } from "./child-processes";
import { PluginError } from "./plugin-error";
import { pluginPreload } from "./preload";
import { readStruct, writeMapForPlugin } from "./properties";
import { channelOptions, type Sdk } from "./sdk";

export interface PluginOptions {
  readonly sdk: Sdk;
  readonly children: ChildProcesses;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The engine's own address: the plugin's first argument. */
  readonly engineAddress: () => Promise<string>;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
  /** URNs of which the plugin reported that they were gone before it deleted them. */
  readonly alreadyGone: ReadonlySet<string>;
}

/** The SDK's own plugin of dynamic resources, in a process of its own, started when first needed. */
export class PluginProvider implements ProviderPort {
  readonly #options: PluginOptions;
  readonly #others: PluginProvider[] = [];
  #client: Promise<InstanceType<Sdk["ProviderClient"]>> | undefined;

  constructor(options: PluginOptions) {
    this.#options = options;
  }

  /** Starts the process ahead of its first use: it loads while the program does. A failure shows at the first call. */
  startEarly(): void {
    this.#connect().catch(() => undefined);
  }

  /** Asks the plugin to end what it waits for; what exists is answered as a failed initialisation. */
  interrupt(): void {
    for (const other of this.#others) other.interrupt();
    const { sdk } = this.#options;
    this.#client?.then(
      (client) => client.cancel(new sdk.empty.Empty(), () => undefined),
      () => undefined,
    );
  }

  async configure(configuration: PropertyMap): Promise<void> {
    const { provider } = this.#options.sdk;
    const request = new provider.ConfigureRequest()
      .setArgs(this.#struct(configuration))
      .setAcceptsecrets(true)
      .setAcceptresources(true);
    const client = await this.#connect();
    await this.#call((done) => client.configure(request, done));
  }

  async newInstance(configuration: PropertyMap): Promise<ProviderPort> {
    const instance = new PluginProvider(this.#options);
    this.#others.push(instance);
    await instance.configure(configuration);
    return instance;
  }

  async check(request: Parameters<ProviderPort["check"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.CheckRequest()
      .setUrn(request.urn)
      .setName(nameOf(request.urn))
      .setType(typeOf(request.urn))
      .setOlds(this.#struct(request.olds ?? {}))
      .setNews(this.#struct(request.news));
    const client = await this.#connect();
    const answer = await this.#call<CheckResponse>((done) => client.check(message, done));
    return {
      inputs: readStruct(answer.getInputs()),
      failures: answer.getFailuresList().map((failure) => ({
        property: failure.getProperty(),
        reason: failure.getReason(),
      })),
    };
  }

  async diff(request: Parameters<ProviderPort["diff"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.DiffRequest()
      .setUrn(request.urn)
      .setName(nameOf(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setOlds(this.#struct(request.oldOutputs))
      .setOldInputs(this.#struct(request.oldInputs))
      .setNews(this.#struct(request.newInputs))
      .setIgnorechangesList([...request.ignoreChanges]);
    const client = await this.#connect();
    const answer = await this.#call<DiffResponse>((done) => client.diff(message, done));
    const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
    const changes = answer.getChanges();
    return {
      changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  async create(request: Parameters<ProviderPort["create"]>[0]): Promise<ApplyResult> {
    const { provider } = this.#options.sdk;
    const message = new provider.CreateRequest()
      .setUrn(request.urn)
      .setName(nameOf(request.urn))
      .setType(typeOf(request.urn))
      .setProperties(this.#struct(request.inputs));
    const client = await this.#connect();
    return this.#orFailedInitialisation("", async () => {
      const answer = await this.#call<CreateResponse>((done) => client.create(message, done));
      return { id: answer.getId(), outputs: readStruct(answer.getProperties()) };
    });
  }

  async read(request: Parameters<ProviderPort["read"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.ReadRequest()
      .setUrn(request.urn)
      .setName(nameOf(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setProperties(this.#struct(request.outputs))
      .setInputs(this.#struct(request.inputs));
    const client = await this.#connect();
    const answer = await this.#call<ReadResponse>((done) => client.read(message, done));
    const inputs = answer.getInputs();
    return {
      id: answer.getId(),
      outputs: readStruct(answer.getProperties()),
      ...(inputs && { inputs: readStruct(inputs) }),
    };
  }

  async update(request: Parameters<ProviderPort["update"]>[0]): Promise<ApplyResult> {
    const { provider } = this.#options.sdk;
    const message = new provider.UpdateRequest()
      .setUrn(request.urn)
      .setName(nameOf(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setOlds(this.#struct(request.oldOutputs))
      .setOldInputs(this.#struct(request.oldInputs))
      .setNews(this.#struct(request.newInputs))
      .setIgnorechangesList([...request.ignoreChanges]);
    const client = await this.#connect();
    return this.#orFailedInitialisation(request.id, async () => {
      const answer = await this.#call<UpdateResponse>((done) => client.update(message, done));
      return { id: request.id, outputs: readStruct(answer.getProperties()) };
    });
  }

  async delete(request: Parameters<ProviderPort["delete"]>[0]) {
    const { provider } = this.#options.sdk;
    const message = new provider.DeleteRequest()
      .setUrn(request.urn)
      .setName(nameOf(request.urn))
      .setType(typeOf(request.urn))
      .setId(request.id)
      .setProperties(this.#struct(request.outputs))
      .setOldInputs(this.#struct(request.inputs));
    const client = await this.#connect();
    await this.#call((done) => client.delete(message, done));
    return { alreadyGone: this.#options.alreadyGone.has(request.urn) };
  }

  #struct(map: PropertyMap): Struct {
    return this.#options.sdk.struct.Struct.fromJavaScript(writeMapForPlugin(map));
  }

  #connect(): Promise<InstanceType<Sdk["ProviderClient"]>> {
    this.#client ??= this.#start();
    return this.#client;
  }

  async #start(): Promise<InstanceType<Sdk["ProviderClient"]>> {
    const { sdk, children, folder, env, onLine, engineAddress } = this.#options;
    let child: Child | undefined;
    const port = await new Promise<string>((resolve, reject) => {
      let asked = true;
      const start = async () => {
        child = children.start(sdk.pluginScript, [await engineAddress()], {
          cwd: folder,
          env,
          nodeArguments: [pluginPreload],
          onLine: (line, stream) => {
            if (asked && stream === "stdout") {
              asked = false;
              resolve(line.trim());
            } else onLine(line, stream);
          },
        });
        const code = await child.exited;
        reject(new Error(`the plugin of dynamic resources ended before it was ready (exit code ${code})`));
      };
      start().catch(reject);
    });
    return new sdk.ProviderClient(`127.0.0.1:${port}`, sdk.grpc.credentials.createInsecure(), channelOptions);
  }

  #call<T>(start: (done: (error: ServiceError | null, answer: T) => void) => unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      start((error, answer) => {
        if (error) reject(error);
        else resolve(answer);
      });
    }).then(
      (answer) => answer,
      (cause: ServiceError) => {
        throw new PluginError(cause, this.#options.sdk);
      },
    );
  }

  async #orFailedInitialisation(id: string, call: () => Promise<ApplyResult>): Promise<ApplyResult> {
    try {
      return await call();
    } catch (cause) {
      if (!(cause instanceof PluginError) || !cause.initialisation) throw cause;
      const { initialisation } = cause;
      return {
        id: initialisation.id || id,
        outputs: initialisation.outputs,
        failure: { message: cause.message, reasons: initialisation.reasons },
      };
    }
  }
}
