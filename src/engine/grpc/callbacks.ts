import type { ServiceError } from "@grpc/grpc-js";
import type { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb";
import type { Callback, CallbackInvokeResponse } from "@pulumi/pulumi/proto/callback_pb";
import { channelOptions, type Sdk } from "./sdk";

/** Calls functions of the program, which the SDK serves on its own port. */
export class Callbacks {
  readonly #sdk: Sdk;
  readonly #clients = new Map<string, CallbacksClient>();

  constructor(sdk: Sdk) {
    this.#sdk = sdk;
  }

  /** Rejects with the error of the function. */
  async invoke(callback: Callback, request: { serializeBinary(): Uint8Array }): Promise<Uint8Array> {
    const message = new this.#sdk.callback.CallbackInvokeRequest()
      .setToken(callback.getToken())
      .setRequest(request.serializeBinary());
    const response = await new Promise<CallbackInvokeResponse>((resolve, reject) => {
      this.#client(callback.getTarget()).invoke(message, (error: ServiceError | null, result) => {
        if (error) reject(new Error(error.details || error.message));
        else resolve(result);
      });
    });
    return response.getResponse_asU8();
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #client(target: string): CallbacksClient {
    const known = this.#clients.get(target);
    if (known) return known;
    const credentials = this.#sdk.grpc.credentials.createInsecure();
    const client = new this.#sdk.CallbacksClient(target, credentials, channelOptions);
    this.#clients.set(target, client);
    return client;
  }
}
