import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { errorCodeOf } from "../../unknown";
import { ConnectionFault } from "../faults/connection-fault";
import { TruncatedResponse } from "../faults/effects";
import { isLoopback, urlHostOf } from "./address";
import { Connections, discardArrived } from "./connections";
import { checkedControlToken } from "./control-token";
import { createGuard, type Guard, type Rejection, sendRejection } from "./guard";
import { internalErrorResponse, rejectConnect, rejectMalformedRequest } from "./malformed-request";

/** An emulator that listens on a port. */
export interface Listening {
  /** The base URL of the service, as this machine reaches it: `http://127.0.0.1:4010/v4`. */
  readonly url: string;
  readonly port: number;
  /** Whether only programs of this machine can connect. */
  readonly isLocal: boolean;
  /** The token that the control paths require, except `health`. Undefined if they require none. */
  readonly controlToken: string | undefined;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

/** The status of a response that cannot arrive, because the connection was closed. */
const closedConnection = 499;

const unknownExpectation: Rejection = { status: 417, reason: "The header Expect can only be 100-continue." };

export interface ListenOptions {
  /** Default: 0, which takes a free port. */
  readonly port?: number;
  /**
   * The address to listen on: `0.0.0.0` for all addresses of this machine. Anyone who can reach an address other than the loopback can
   * call the API, whose tokens are well known, and needs `controlToken` for the control paths. Default: 127.0.0.1.
   */
  readonly host?: string;
  /**
   * Additional values of the header `Host` that are served: `name` with any port, or `name:port`. Default: loopback names with the port
   * and, if `host` is not a loopback address, `localhost` and IP addresses with any port.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * The token that the control paths require in the header `Authorization: Bearer ...`: 16 to 200 letters, digits and characters of
   * `-._~+/=`. Default: a random one if `host` is not a loopback address, otherwise none.
   */
  readonly controlToken?: string;
}

/**
 * Serves HTTP. A connection fault destroys the socket. Rejects when it cannot listen, and for an invalid control token. `fetch` gets
 * the token that the control paths require; `newToken` creates one.
 */
export async function listen(
  fetch: (request: Request, controlToken: string | undefined) => Promise<Response>,
  newToken: () => string,
  { port = 0, host = "127.0.0.1", allowedHosts, controlToken: given }: ListenOptions,
): Promise<Listening> {
  const givenToken = given === undefined ? undefined : checkedControlToken(given);
  let controlToken: string | undefined;
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      try {
        const response = await fetch(request, controlToken);
        if (incoming instanceof IncomingMessage) await discardArrived(incoming);
        return response instanceof TruncatedResponse ? await sendTruncated(response, outgoing) : response;
      } catch (error) {
        if (request.signal.aborted) return new Response(null, { status: closedConnection });
        if (!(error instanceof ConnectionFault)) throw error;
        if ("resetAndDestroy" in incoming.socket) incoming.socket.resetAndDestroy();
        return new Response(null, { status: closedConnection });
      }
    },
    // Leaves the global Request and Response of the host program alone.
    { overrideGlobalObjects: false, errorHandler: internalErrorResponse },
  );
  const server = createServer({
    // The guard rejects a request without a host, with the interface's error body.
    requireHostHeader: false,
    // The data of an image may take 24 hours.
    requestTimeout: 0,
    headersTimeout: 60_000,
  });
  const connections = new Connections(server);
  const rejected = new WeakSet<object>();
  const serve = (guard: Guard) => {
    const respond = (
      incoming: IncomingMessage,
      outgoing: ServerResponse,
      { begin, further }: { readonly begin?: () => void; readonly further?: Rejection } = {},
    ) => {
      // The client may disconnect before the response is written.
      outgoing.on("error", () => undefined);
      // Requests that the client pipelined after a rejected one may already have been read.
      if (rejected.has(incoming.socket)) return;
      const rejection = guard(incoming) ?? further;
      if (rejection) {
        rejected.add(incoming.socket);
        return sendRejection(rejection, outgoing);
      }
      begin?.();
      connections.serve(incoming.socket, outgoing, () => void listener(incoming, outgoing));
    };
    server.on("request", (incoming, outgoing) => respond(incoming, outgoing));
    // A client that expects `100 Continue` gets it only if the request is served.
    server.on("checkContinue", (incoming, outgoing) => {
      respond(incoming, outgoing, { begin: () => outgoing.writeContinue() });
    });
    server.on("checkExpectation", (incoming, outgoing) => {
      respond(incoming, outgoing, { further: unknownExpectation });
    });
  };
  server.on("clientError", rejectMalformedRequest);
  server.on("connect", (_, socket) => rejectConnect(socket));
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, `${host}:${port}`)));
    server.listen(port, host, () => {
      const bound = boundAddress(server);
      const isLocal = isLoopback(bound.address);
      controlToken = givenToken ?? (isLocal ? undefined : newToken());
      serve(createGuard({ port: bound.port, isLocal, allowedHosts }));
      resolve({
        url: `http://${urlHostOf(bound.address)}:${bound.port}/v4`,
        port: bound.port,
        isLocal,
        controlToken,
        close: () => close(server),
      });
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The address that a name such as `localhost` resolved to, and the port that was free. */
function boundAddress(server: Server): { readonly address: string; readonly port: number } {
  const bound = server.address();
  if (typeof bound === "object" && bound) return bound;
  throw new Error("The server does not listen on an address.");
}

const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: "The port is in use. Choose another one, or 0 for a free port.",
  EADDRNOTAVAIL: "This machine has no such address. Use one that it has, or 0.0.0.0 for all.",
  ENOTFOUND: "The host name has no address. Use an IP address of this machine, or 0.0.0.0 for all.",
};

function listenError(error: Error, address: string): Error {
  const hint = hints[errorCodeOf(error) ?? ""] ?? error.message;
  return new Error(`The emulator cannot listen on ${address}. ${hint}`, { cause: error });
}
