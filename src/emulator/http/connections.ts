import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** A further connection closes the oldest one. */
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

/**
 * The open connections of a server. Clients that open very many, or that read no responses, lose the oldest of theirs, so that
 * they neither fill the memory nor keep others out.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Oldest first, with the number of requests that are being served. */
  readonly #sockets = new Map<Socket, number>();

  constructor(server: Server, limits: ConnectionLimits = defaultConnectionLimits) {
    this.#limits = limits;
    server.on("connection", (socket) => this.#add(socket));
    // Without this handler, Node.js would close connections whose response a fault rule holds back.
    server.setTimeout(limits.maxIdle, (socket) => this.#closeStalled(socket));
  }

  /** Call it before a request is served. */
  begin(socket: Socket, outgoing: ServerResponse): void {
    this.#sockets.set(socket, (this.#sockets.get(socket) ?? 0) + 1);
    outgoing.once("close", () => {
      const before = this.#sockets.get(socket);
      if (before !== undefined) this.#sockets.set(socket, before - 1);
    });
    this.#dropUnread();
  }

  #add(socket: Socket): void {
    this.#sockets.set(socket, 0);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#sockets.size <= this.#limits.maxConnections) return;
    const idle = [...this.#sockets].find(([other, requests]) => requests === 0 && other !== socket);
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

  #closeStalled(socket: Socket): void {
    if (socket.writableLength > 0 || !this.#sockets.get(socket)) this.#close(socket);
  }

  #close(socket: Socket): void {
    this.#sockets.delete(socket);
    socket.destroy();
  }
}
