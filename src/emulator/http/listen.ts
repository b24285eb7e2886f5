import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ConnectionFault } from "../faults/connection-fault";
import { TruncatedResponse } from "../faults/effects";
import { type Guard, guardOf, reject } from "./guard";
import { answerFailure, answerUnreadable } from "./unreadable";

/** An emulator that serves on a port. */
export interface Listening {
  /** The address of the service with its version segment: `http://127.0.0.1:4010/v4`. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

const host = "127.0.0.1";
/** For an answer that can't arrive: the client has closed the connection, or we have. */
const nobodyListens = 499;

export interface ListenOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Values of the header `Host` that are served beside the loopback ones: `name` with any port, or `name:port`. */
  readonly allowedHosts?: readonly string[];
}

/** Serves over HTTP on this machine only. Where the answer is a broken connection, the socket is destroyed. */
export function listen(
  fetch: (request: Request) => Promise<Response>,
  { port = 0, allowedHosts }: ListenOptions,
): Promise<Listening> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      try {
        const response = await fetch(request);
        return response instanceof TruncatedResponse ? await cutOff(response, outgoing) : response;
      } catch (error) {
        if (request.signal.aborted) return new Response(null, { status: nobodyListens });
        if (!(error instanceof ConnectionFault)) throw error;
        if ("resetAndDestroy" in incoming.socket) incoming.socket.resetAndDestroy();
        return new Response(null, { status: nobodyListens });
      }
    },
    // The program that starts an emulator keeps its own Request and Response.
    { overrideGlobalObjects: false, errorHandler: answerFailure },
  );
  // A request without a host is answered by the guard, in the interface's form.
  const server = createServer({ requireHostHeader: false });
  const rejected = new WeakSet<object>();
  const serve = (guard: Guard) => {
    const answer = (incoming: IncomingMessage, outgoing: ServerResponse, begin?: () => void) => {
      // The client may be gone before the answer is written.
      outgoing.on("error", () => undefined);
      // What was sent behind a rejected request may already have been read.
      if (rejected.has(incoming.socket)) return;
      const rejection = guard(incoming);
      if (rejection) {
        rejected.add(incoming.socket);
        return reject(rejection, outgoing);
      }
      begin?.();
      void listener(incoming, outgoing);
    };
    server.on("request", (incoming, outgoing) => answer(incoming, outgoing));
    // A client that waits for permission to send its body gets it only where the request is served.
    server.on("checkContinue", (incoming, outgoing) => {
      answer(incoming, outgoing, () => outgoing.writeContinue());
    });
  };
  server.on("clientError", answerUnreadable);
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, port)));
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === "object" && address ? address.port : port;
      serve(guardOf(bound, allowedHosts));
      resolve({ url: `http://${host}:${bound}/v4`, port: bound, close: () => close(server) });
    });
  });
}

/** Sends what there is of a body, then closes the connection. */
async function cutOff(response: TruncatedResponse, outgoing: object): Promise<Response> {
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
  const hint = isTaken
    ? "Something listens there already: give another port, or 0 for a free one."
    : error.message;
  return new Error(`The emulator can't listen on ${host}:${port}. ${hint}`, { cause: error });
}
