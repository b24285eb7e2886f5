import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { errorCodeOf } from "../../unknown";
import { failureCodes } from "../exchange";
import { RequestBody } from "./request-body";
import { isStreamed } from "./streamed";
import { type Transport, TransportFailure, type TransportRequest } from "./transport";

/** Loaded with the first client that uses it: a client with another transport does not need axios. */
const loadAxios = (): typeof import("axios") => require("axios");

/** The maximum size of a response, once decompressed, in bytes. A page of 500 items is far smaller. */
const maxResponseBytes = 64 * 1024 * 1024;

/**
 * The default transport: HTTP with a pool of connections that are kept alive. It does not follow redirects and does not use proxies from
 * the environment, so the token is sent only to the configured address.
 */
export function axiosTransport(): Transport {
  const keptAlive = agents({ keepAlive: true, scheduling: "lifo", maxFreeSockets: 32 });
  const fresh = agents({ keepAlive: false });
  const axios = loadAxios();
  // Without the parts of axios that nothing here needs: merging configurations, interceptors, and transforming bodies.
  const send = axios.getAdapter("http");
  const settings = {
    proxy: false,
    maxRedirects: 0,
    responseType: "stream",
    validateStatus: () => true,
  } as const;
  return async (request) => {
    let connection: "none" | "connecting" | "connected" = "none";
    const onConnection = (state: "connecting" | "connected") => {
      connection = state;
      request.onConnection(state);
    };
    try {
      // Unlike `axios.request`, the adapter sends a request whose signal is already aborted.
      request.signal.throwIfAborted();
      const response = await send({
        ...settings,
        method: request.method,
        url: request.url,
        headers: new axios.AxiosHeaders(request.headers),
        signal: request.signal,
        transport: reporting(onConnection),
        ...(request.freshConnection ? fresh : keptAlive),
        ...(request.body === undefined
          ? {}
          : { data: axiosBody(request.body, () => onConnection("connected")) }),
      });
      const headers = plainHeaders(response.headers);
      return {
        status: response.status,
        headers,
        body: await bodyOf(response.data, response.status, request),
      };
    } catch (error) {
      if (error instanceof TransportFailure) throw error;
      // An axios error contains the token and the body, so no other part of it may leave this function.
      const code = axios.isAxiosError(error) && error.code ? error.code : (errorCodeOf(error) ?? "FAILED");
      throw new TransportFailure({ sent: sentBy(connection), code });
    }
  };
}

function axiosBody(body: NonNullable<TransportRequest["body"]>, onProgress: () => void) {
  if (isStreamed(body)) return new RequestBody(body, onProgress);
  // axios accepts no other binary type.
  return typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function sentBy(connection: "none" | "connecting" | "connected"): false | "maybe" {
  return connection === "connected" ? "maybe" : false;
}

function agents(options: http.AgentOptions) {
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) };
}

/** Node's own client, extended to report the state of the connection. */
function reporting(onConnection: TransportRequest["onConnection"]) {
  return {
    request(options: https.RequestOptions, onResponse: (response: http.IncomingMessage) => void) {
      const secure = options.protocol === "https:";
      const request = (secure ? https : http).request(options, onResponse);
      request.on("socket", (socket) => {
        if (request.reusedSocket) {
          onConnection("connected");
          return;
        }
        onConnection("connecting");
        socket.once(secure ? "secureConnect" : "connect", () => onConnection("connected"));
      });
      return request;
    },
  };
}

/** Reads the body. If it is cut off, the request may have been carried out unless the status says otherwise. */
async function bodyOf(stream: Readable, status: number, request: TransportRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    let bytes = 0;
    // Events cost less than an asynchronous iteration.
    stream.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxResponseBytes)
        stream.destroy(new TransportFailure({ sent: "maybe", code: failureCodes.responseTooLong }));
    });
    await finished(stream);
  } catch (error) {
    if (status >= 300 && !request.signal.aborted) return new Uint8Array();
    if (error instanceof TransportFailure) throw error;
    throw new TransportFailure({ sent: "maybe", code: errorCodeOf(error) ?? "FAILED" });
  }
  return Buffer.concat(chunks);
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
