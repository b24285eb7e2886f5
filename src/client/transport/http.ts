import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { errorCodeOf } from "../../unknown";
import { decoded } from "./decoded";
import { isStreamed, withProgress } from "./streamed";
import {
  type StreamedBody,
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "./transport";

/** The maximum size of a response, once decompressed, in bytes. A page of 500 items is far smaller. */
const maxResponseBytes = 64 * 1024 * 1024;

/**
 * The default transport: HTTP with a pool of connections that are kept alive. Redirects are not followed and proxies from the
 * environment are not used, so that the token goes to the configured address only.
 */
export function httpTransport(): Transport {
  const keptAlive = agents({ keepAlive: true, scheduling: "lifo", maxFreeSockets: 32 });
  const fresh = agents({ keepAlive: false });
  return async (request) => {
    const { signal } = request;
    if (signal.aborted) throw new TransportFailure({ sent: false, code: "ABORTED" });
    let isConnected = false;
    const onConnection = (state: "connecting" | "connected") => {
      isConnected = state === "connected";
      request.onConnection(state);
    };
    let sent: http.ClientRequest | undefined;
    const destroy = () => void sent?.destroy();
    try {
      sent = start(request, request.freshConnection ? fresh : keptAlive, onConnection);
      signal.addEventListener("abort", destroy);
      const response = await responseTo(sent, request.body, () => onConnection("connected"));
      return await read(response, signal);
    } catch (error) {
      if (error instanceof TransportFailure) throw error;
      const code = signal.aborted ? "ABORTED" : (errorCodeOf(error) ?? "FAILED");
      throw new TransportFailure({ sent: isConnected ? "maybe" : false, code });
    } finally {
      signal.removeEventListener("abort", destroy);
    }
  };
}

interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

function agents(options: http.AgentOptions): Agents {
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

/** Begins a request, without its body, and reports the state of its connection. */
function start(
  { url, method, headers }: TransportRequest,
  agents: Agents,
  onConnection: TransportRequest["onConnection"],
): http.ClientRequest {
  const isSecure = url.startsWith("https:");
  const options = { method, headers: { "Accept-Encoding": "gzip, deflate, br", ...headers } };
  const sent = isSecure
    ? https.request(url, { ...options, agent: agents.https })
    : http.request(url, { ...options, agent: agents.http });
  sent.on("socket", (socket) => {
    if (sent.reusedSocket) {
      onConnection("connected");
      return;
    }
    onConnection("connecting");
    socket.once(isSecure ? "secureConnect" : "connect", () => onConnection("connected"));
  });
  return sent;
}

/** Sends the body. Resolves as soon as a response begins, even if the body has not been sent as a whole. */
function responseTo(
  sent: http.ClientRequest,
  body: TransportRequest["body"],
  onProgress: () => void,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on("response", resolve);
    sent.on("error", reject);
    sent.on("close", () => reject(new TransportFailure({ sent: "maybe", code: "ECONNRESET" })));
    if (body === undefined || !isStreamed(body)) sent.end(body);
    else
      stream(sent, body, onProgress).catch((error: unknown) => {
        reject(error);
        sent.destroy();
      });
  });
}

/** One part is in flight at a time, so that their memory can be reused. */
async function stream(sent: http.ClientRequest, body: StreamedBody, onProgress: () => void): Promise<void> {
  for await (const part of withProgress(body, onProgress, { reusesMemory: true })) {
    if (!(await write(sent, part))) return;
  }
  sent.end();
}

/** Resolves when a part has been passed to the system: to false where the request has ended before that. */
function write(sent: http.ClientRequest, part: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    sent.once("close", onClose);
    sent.write(part, (error) => {
      sent.off("close", onClose);
      resolve(!error);
    });
  });
}

async function read(response: http.IncomingMessage, signal: AbortSignal): Promise<TransportResponse> {
  const status = response.statusCode ?? 0;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  try {
    return { status, headers, body: await bytesOf(decoded(response)) };
  } catch (error) {
    // If the body breaks off, the request may have been carried out unless the status says otherwise.
    if (status >= 300 && !signal.aborted) return { status, headers, body: new Uint8Array() };
    if (error instanceof TransportFailure) throw error;
    throw new TransportFailure({ sent: "maybe", code: errorCodeOf(error) ?? "FAILED" });
  } finally {
    // After a failure, the rest is not read. A response that was read to its end leaves its connection open.
    if (!response.complete) response.destroy();
  }
}

/** Faster than an iteration, which takes a promise for each part. */
function bytesOf(stream: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    stream.on("data", (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes <= maxResponseBytes) return;
      reject(new TransportFailure({ sent: "maybe", code: "ANSWER_TOO_LONG" }));
      stream.destroy();
    });
    stream.on("end", () => resolve(Buffer.concat(parts)));
    stream.on("error", reject);
    stream.on("close", () => reject(new TransportFailure({ sent: "maybe", code: "ECONNRESET" })));
  });
}
