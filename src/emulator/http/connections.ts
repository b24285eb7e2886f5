import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { nextTurn } from "../../clock";

export interface ConnectionLimits {
  /** Each connection above this number closes the oldest one. */
  readonly maxConnections: number;
  /** The limit of response bytes that clients have not read. Above it, the connections with the oldest such responses are closed. */
  readonly maxUnread: number;
  /** How long a client may read nothing of its response, or send nothing on an idle connection, in milliseconds. */
  readonly maxIdle: number;
}

const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 2000,
  maxUnread: 256 * 2 ** 20,
  maxIdle: 60_000,
};

/** The first turn may already be past reading from sockets. */
const turnsToRead = 2;

/** In bytes: the maximum that is received of a body that nobody reads. */
const maxDiscarded = 64 * 2 ** 20;

/**
 * Receives what has arrived of a request whose body nobody reads, before the response is sent. The server closes a connection whose request
 * is incomplete 500 ms after the response. Without this, a busy server would also close connections whose requests have arrived but were
 * not read yet, and on which clients already send the next request.
 */
export async function discardArrived(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete) return;
  const { socket } = incoming;
  const max = socket.bytesRead + maxDiscarded;
  incoming.removeAllListeners("data").resume();
  for (let idle = 0; idle < turnsToRead && !incoming.complete && socket.bytesRead <= max; idle++) {
    const { bytesRead } = socket;
    await nextTurn();
    if (socket.bytesRead > bytesRead) idle = -1;
  }
}

/**
 * The open connections of a server. Clients that open very many, or that read no responses, lose the oldest of theirs, so that
 * they neither fill the memory nor keep others out.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Oldest first, with their requests in the order of arrival. Only the first request of each is being served. */
  readonly #sockets = new Map<Socket, (() => void)[]>();

  constructor(server: Server, limits: ConnectionLimits = defaultConnectionLimits) {
    this.#limits = limits;
    server.on("connection", (socket) => this.#add(socket));
    // Without this handler, Node.js would close connections whose response a fault rule holds back.
    server.setTimeout(limits.maxIdle, (socket) => void this.#closeStalled(socket));
  }

  /**
   * Serves a request once the responses to earlier ones on its connection have been sent. Otherwise a client that pipelines requests and
   * reads nothing would fill the memory with responses that wait for their turn.
   */
  serve(socket: Socket, outgoing: ServerResponse, respond: () => void): void {
    const requests = this.#sockets.get(socket) ?? [];
    this.#sockets.set(socket, requests);
    outgoing.once("prefinish", () => this.#dropUnread());
    outgoing.once("close", () => {
      requests.shift();
      if (!socket.destroyed) requests[0]?.();
    });
    if (requests.push(respond) === 1) respond();
  }

  #add(socket: Socket): void {
    this.#sockets.set(socket, []);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#sockets.size <= this.#limits.maxConnections) return;
    const idle = [...this.#sockets].find(([other, requests]) => requests.length === 0 && other !== socket);
    const [oldest] = idle ?? [...this.#sockets.keys()];
    if (oldest) this.#close(oldest);
  }

  #dropUnread(): void {
    let unread = 0;
    for (const socket of this.#sockets.keys()) unread += socket.writableLength;
    for (const socket of this.#sockets.keys()) {
      if (unread <= this.#limits.maxUnread) return;
      if (socket.writableLength === 0) continue;
      unread -= socket.writableLength;
      this.#close(socket);
    }
  }

  async #closeStalled(socket: Socket): Promise<void> {
    // After a long turn of the event loop, a request may have arrived in time and not have been read yet.
    const { bytesRead } = socket;
    for (let turn = 0; turn < turnsToRead; turn++) await nextTurn();
    if (socket.bytesRead > bytesRead) return;
    if (socket.writableLength > 0 || !this.#sockets.get(socket)?.length) this.#close(socket);
  }

  #close(socket: Socket): void {
    this.#sockets.delete(socket);
    socket.destroy();
  }
}
