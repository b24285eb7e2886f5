import { createServer, type IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ConnectionFault } from "../faults/connection-fault";

/** An emulator that serves on a port. */
export interface Listening {
  /** The address of the service with its version segment: `http://127.0.0.1:4010/v4`. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

const host = "127.0.0.1";

/** Serves over HTTP on this machine only. Where the answer is a broken connection, the socket is destroyed. */
export function listen(fetch: (request: Request) => Promise<Response>, port: number): Promise<Listening> {
  const listener = getRequestListener(async (request, { incoming }) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 });
      if (!(error instanceof ConnectionFault)) throw error;
      if ("resetAndDestroy" in incoming.socket) incoming.socket.resetAndDestroy();
      return new Response(null, { status: 499 });
    }
  });
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    // The client may be gone before the answer is written.
    outgoing.on("error", () => undefined);
    void listener(incoming, outgoing);
  });
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, port)));
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === "object" && address ? address.port : port;
      resolve({ url: `http://${host}:${bound}/v4`, port: bound, close: () => close(server) });
    });
  });
}

function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function cannotListen(error: Error, port: number): Error {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  const hint = isTaken
    ? "Something listens there already: give another port, or 0 for a free one."
    : error.message;
  return new Error(`The emulator can't listen on ${host}:${port}. ${hint}`, { cause: error });
}
