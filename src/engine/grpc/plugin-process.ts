import type { ServiceError } from "@grpc/grpc-js";
import type { Clock } from "../../clock";
import type { Environment } from "../../state";
import { type Effect, pluginEnded } from "../core/plugin-ended";
import type { Child, ChildProcesses } from "./child-processes";
import { LongHeaders } from "./long-headers";
import { pluginErrorOf } from "./plugin-error";
import { pluginPreload } from "./preload";
import { channelOptions, type Sdk } from "./sdk";

export interface PluginProcessOptions {
  readonly sdk: Sdk;
  readonly children: ChildProcesses;
  readonly clock: Clock;
  readonly folder: string;
  readonly env: Environment;
  /** Additional environment variables of the process of the explicit provider with this URN, or of the default provider. */
  readonly variablesOf: (provider: string | undefined) => Environment;
  /** The URN of the explicit provider that it serves. Default: it serves the default provider. */
  readonly urn?: string;
  /** The address of the engine, which is the plugin's first argument. */
  readonly engineAddress: () => Promise<string>;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
}

type Client = InstanceType<Sdk["ProviderClient"]>;

type Outcome<T> = [error: ServiceError | null, response: T];

/** Sends a call with this client. */
export type SendCall<T> = (client: Client, done: (...outcome: Outcome<T>) => void) => unknown;

/** How long a response that a plugin sent before its end may take to arrive, in milliseconds. */
const lateResponseTimeout = 1000;

/** The running process of the SDK's plugin. */
export class PluginProcess {
  readonly #options: PluginProcessOptions;
  readonly #child: Child;
  readonly #longHeaders: LongHeaders;
  readonly #client: Client;

  constructor(options: PluginProcessOptions, child: Child, longHeaders: LongHeaders, port: string) {
    const { ProviderClient, grpc } = options.sdk;
    this.#options = options;
    this.#child = child;
    this.#longHeaders = longHeaders;
    this.#client = new ProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), channelOptions);
  }

  /** Resolves when the process is ready for calls. */
  static async start(options: PluginProcessOptions): Promise<PluginProcess> {
    const { sdk, children, folder, env, variablesOf, urn, onLine, engineAddress } = options;
    const address = await engineAddress();
    const longHeaders = new LongHeaders();
    return new Promise((resolve, reject) => {
      let isWaitingForPort = true;
      const child = children.start(sdk.pluginScript, [address], {
        cwd: folder,
        env: { ...env, ...variablesOf(urn) },
        nodeArguments: [pluginPreload],
        onMessage: (message) => longHeaders.receive(message),
        onLine: (line, stream) => {
          // Modules in NODE_OPTIONS may print before the plugin prints its port, which the preload puts on a line of its own.
          if (isWaitingForPort && line === "") return;
          if (isWaitingForPort && stream === "stdout" && /^\d+$/.test(line.trim())) {
            isWaitingForPort = false;
            resolve(new PluginProcess(options, child, longHeaders, line.trim()));
          } else onLine(line, stream);
        },
      });
      void child.exited.then(({ reason }) =>
        reject(new Error(`the plugin of dynamic resources ${reason} before it was ready`)),
      );
    });
  }

  /** Asks the plugin to stop waiting. Creates in progress return as failed initializations. */
  interrupt(): void {
    this.#client.cancel(new this.#options.sdk.empty.Empty(), () => undefined);
  }

  async call<T>(effect: Effect, send: SendCall<T>): Promise<T> {
    if (this.#child.hasEnded()) {
      throw new Error("the plugin of dynamic resources has ended, so this call was not sent");
    }
    return this.#unlessEnded(effect, this.#responseOf(effect, send));
  }

  async #responseOf<T>(effect: Effect, send: SendCall<T>): Promise<T> {
    const { sdk } = this.#options;
    const [error, response] = await new Promise<Outcome<T>>((resolve) => {
      send(this.#client, (...outcome) => resolve(outcome));
    });
    if (error) throw pluginErrorOf(await this.#longHeaders.complete(error, sdk), sdk, effect);
    return response;
  }

  /** gRPC never settles a call whose response HTTP/2 cannot transfer, not even when the plugin ends. */
  async #unlessEnded<T>(effect: Effect, response: Promise<T>): Promise<T> {
    const settled = new AbortController();
    const ended = this.#child.exited.then(async () => {
      await this.#options.clock.sleep(lateResponseTimeout, settled.signal);
      throw pluginEnded(effect);
    });
    try {
      return await Promise.race([response, ended]);
    } finally {
      settled.abort();
    }
  }
}
