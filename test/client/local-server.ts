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
 * How the server responds to a request: with `early` before it reads the body, with a reset after the first million bytes of it. With
 * `slow` it pauses after each part of the body.
 */
export type Answer =
  | {
      readonly status: number;
      readonly headers?: http.OutgoingHttpHeaders;
      readonly early?: true;
      readonly slow?: true;
    }
  | "reset";

/** A local server that returns the responses in a list, and repeats the last one. It can drop the bodies of requests. */
export async function localServer(
  answers: readonly Answer[],
  { keepsBodies = true }: { readonly keepsBodies?: boolean } = {},
): Promise<LocalServer> {
  const seen: Seen[] = [];
  let sockets = 0;
  let requests = 0;
  const server = http.createServer((request, response) => {
    const answer = answers[Math.min(requests++, answers.length - 1)] ?? { status: 500 };
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, bytes, body: Buffer.concat(chunks) });
      if (answer === "reset") request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.status === 204 ? undefined : "{}");
    };
    if (answer !== "reset" && answer.early) {
      finish();
      request.resume();
      return;
    }
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (keepsBodies) chunks.push(chunk);
      if (answer !== "reset" && answer.slow) {
        request.pause();
        setImmediate(() => request.resume());
      }
      if (answer === "reset" && bytes > 1_000_000 && !request.socket.destroyed) finish();
    });
    request.on("end", () => {
      if (answer !== "reset") finish();
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
