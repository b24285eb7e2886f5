import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ConnectionFault } from "../faults/connection-fault";
import { TruncatedResponse } from "../faults/effects";
import { createGuard, type Guard, sendRejection } from "./guard";
import { answerInternalError, answerMalformedRequest } from "./malformed-request";

/** An emulator that listens on a port. */
export interface Listening {
  /** The base URL of the service: `http://127.0.0.1:4010/v4`. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

const host = "127.0.0.1";
/** The status of a response that can't arrive, because the connection was closed. */
const closedConnection = 499;

export interface ListenOptions {
  /** Default: 0, which takes a free port. */
  readonly port?: number;
  /** Additional values of the header `Host` that are served: `name` with any port, or `name:port`. Default: loopback names only. */
  readonly allowedHosts?: readonly string[];
}

/** Serves HTTP on 127.0.0.1. A connection fault destroys the socket. Rejects when the port is in use. */
export function listen(
  fetch: (request: Request) => Promise<Response>,
  { port = 0, allowedHosts }: ListenOptions,
): Promise<Listening> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      try {
        const response = await fetch(request);
        return response instanceof TruncatedResponse ? await sendTruncated(response, outgoing) : response;
      } catch (error) {
        if (request.signal.aborted) return new Response(null, { status: closedConnection });
        if (!(error instanceof ConnectionFault)) throw error;
        if ("resetAndDestroy" in incoming.socket) incoming.socket.resetAndDestroy();
        return new Response(null, { status: closedConnection });
      }
    },
    // Leaves the global Request and Response of the host program alone.
    { overrideGlobalObjects: false, errorHandler: answerInternalError },
  );
  // The guard answers a request without a host, with the interface's error body.
  const server = createServer({ requireHostHeader: false });
  const rejected = new WeakSet<object>();
  const serve = (guard: Guard) => {
    const answer = (incoming: IncomingMessage, outgoing: ServerResponse, begin?: () => void) => {
      // The client may disconnect before the response is written.
      outgoing.on("error", () => undefined);
      // Requests that the client pipelined after a rejected one may already have been read.
      if (rejected.has(incoming.socket)) return;
      const rejection = guard(incoming);
      if (rejection) {
        rejected.add(incoming.socket);
        return sendRejection(rejection, outgoing);
      }
      begin?.();
      void listener(incoming, outgoing);
    };
    server.on("request", (incoming, outgoing) => answer(incoming, outgoing));
    // A client that expects `100 Continue` gets it only if the request is served.
    server.on("checkContinue", (incoming, outgoing) => {
      answer(incoming, outgoing, () => outgoing.writeContinue());
    });
  };
  server.on("clientError", answerMalformedRequest);
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, port)));
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === "object" && address ? address.port : port;
      serve(createGuard(bound, allowedHosts));
      resolve({ url: `http://${host}:${bound}/v4`, port: bound, close: () => close(server) });
    });
  });
}

/** Sends the first part of the body, then closes the connection. */
async function sendTruncated(response: TruncatedResponse, outgoing: object): Promise<Response> {
  if (outgoing instanceof ServerResponse) {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    await new Promise<void>((resolve) => {
      outgoing.write(response.sent, () => resolve());
    });
    outgoing.socket?.destroy();
  }
  return new Response(null, { headers: { "x-hono-already-sent": "true" } });
}

function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function cannotListen(error: Error, port: number): Error {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  const hint = isTaken ? "The port is in use. Choose another one, or 0 for a free port." : error.message;
  return new Error(`The emulator can't listen on ${host}:${port}. ${hint}`, { cause: error });
}
