import { once } from "node:events";
import http from "node:http";

/** A request that a local server received. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: number;
  readonly body: Buffer;
}

export interface LocalServer {
  readonly address: string;
  readonly seen: Seen[];
  readonly sockets: number;
  close(): void;
}

/**
 * How the server responds to a request. `early`: it responds before it reads the body. `slow`: it pauses after each part of the body.
 * `reset`: it resets the connection after the first million bytes of the body.
 */
export type LocalResponse =
  | {
      readonly status: number;
      readonly headers?: http.OutgoingHttpHeaders;
      /** Default: an empty object. */
      readonly json?: unknown;
      readonly early?: true;
      readonly slow?: true;
    }
  | "reset";

/** A local server that returns the responses in a list, and repeats the last one. It can drop the bodies of requests. */
export async function localServer(
  responses: readonly LocalResponse[],
  { keepsBodies = true }: { readonly keepsBodies?: boolean } = {},
): Promise<LocalServer> {
  const seen: Seen[] = [];
  let sockets = 0;
  let requests = 0;
  const server = http.createServer((request, outgoing) => {
    const response = responses[Math.min(requests++, responses.length - 1)] ?? { status: 500 };
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, bytes, body: Buffer.concat(chunks) });
      if (response === "reset") request.socket.destroy();
      else {
        const body = JSON.stringify(response.json ?? {});
        outgoing.writeHead(response.status, response.headers).end(response.status === 204 ? undefined : body);
      }
    };
    if (response !== "reset" && response.early) {
      finish();
      request.resume();
      return;
    }
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (keepsBodies) chunks.push(chunk);
      if (response !== "reset" && response.slow) {
        request.pause();
        setImmediate(() => request.resume());
      }
      if (response === "reset" && bytes > 1_000_000 && !request.socket.destroyed) finish();
    });
    request.on("end", () => {
      if (response !== "reset") finish();
    });
  });
  server.on("connection", () => sockets++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    address: `http://127.0.0.1:${address.port}`,
    seen,
    get sockets() {
      return sockets;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
