import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ConnectionFault } from "../faults/connection-fault";
import { TruncatedResponse } from "../faults/effects";
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

/** Serves over HTTP on this machine only. Where the answer is a broken connection, the socket is destroyed. */
export function listen(fetch: (request: Request) => Promise<Response>, port: number): Promise<Listening> {
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
  // A request without a host is answered below, in the interface's form.
  const server = createServer({ requireHostHeader: false }, (incoming: IncomingMessage, outgoing) => {
    // The client may be gone before the answer is written.
    outgoing.on("error", () => undefined);
    void listener(incoming, outgoing);
  });
  server.on("clientError", answerUnreadable);
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
