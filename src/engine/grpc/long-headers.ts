import type { ServiceError } from "@grpc/grpc-js";
import { isRecord } from "../../unknown";
import type { Sdk } from "./sdk";

/** The header of a response whose long headers are sent over the IPC channel. Its value is the `token` of the message with them. */
export const tokenHeader = "nodecloud-long-headers";

type Headers = Readonly<Record<string, string>>;

interface Delivery {
  readonly headers: Promise<Headers>;
  readonly deliver: (headers: Headers) => void;
}

/** The headers that the plugin's responses lack because they are too long for HTTP/2. */
export class LongHeaders {
  readonly #deliveries = new Map<string, Delivery>();

  /** Receives a message from the IPC channel, before or after the response to which its headers belong. */
  receive(message: unknown): void {
    if (!isRecord(message) || typeof message.token !== "string" || !isHeaders(message.headers)) return;
    this.#deliveryOf(message.token).deliver(message.headers);
  }

  /** The error with all headers of its response. */
  async complete(error: ServiceError, { grpc }: Sdk): Promise<ServiceError> {
    const [token] = error.metadata.get(tokenHeader);
    if (typeof token !== "string") return error;
    const headers = await this.#deliveryOf(token).headers;
    this.#deliveries.delete(token);
    error.metadata.merge(grpc.Metadata.fromHttp2Headers(headers));
    const message = headers["grpc-message"];
    return message === undefined ? error : Object.assign(error, { details: decodeURI(message) });
  }

  #deliveryOf(token: string): Delivery {
    const known = this.#deliveries.get(token);
    if (known) return known;
    let deliver: Delivery["deliver"] = () => undefined;
    const headers = new Promise<Headers>((resolve) => {
      deliver = resolve;
    });
    const delivery = { headers, deliver };
    this.#deliveries.set(token, delivery);
    return delivery;
  }
}

function isHeaders(value: unknown): value is Headers {
  return isRecord(value) && Object.values(value).every((header) => typeof header === "string");
}
