import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Clock, realClock, VirtualClock } from "../../src/clock";
import { type ProxyFault, ProxyFaults } from "./fault";
import { type HttpMessage, MessageReader } from "./http-message";
import { partsOf, replacementOf, truncated } from "./responses";

/** A request that a proxy received. */
export interface ProxiedRequest {
  /** Counted from 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
}

export interface FaultProxyOptions {
  /** The address of the service, on this machine. */
  readonly target: string;
  /** The seed of the probabilities of faults. Default: 1. */
  readonly seed?: number;
  /** Measures the times of faults. Default: the real one. */
  readonly clock?: Pick<Clock, "sleep">;
}

type Hook = (request: ProxiedRequest) => void | Promise<void>;

const ignore = () => undefined;
const dripParts = 20;

/** A TCP proxy in front of a service, which injects faults into its connections. */
export class FaultProxy {
  readonly faults: ProxyFaults;
  readonly requests: ProxiedRequest[] = [];
  /** Awaited before a request reaches the service, or a fault prevents that. */
  onRequest: Hook = ignore;
  /** Awaited when the service has carried out a request, before its caller gets a response. */
  onCarriedOut: Hook = ignore;
  readonly #options: Required<FaultProxyOptions>;
  readonly #callers = new Set<Socket>();
  readonly #services = new Set<Socket>();
  readonly #server: Server;
  readonly #closed = new AbortController();
  readonly #late = new Set<Promise<unknown>>();
  #port = 0;

  private constructor({ seed = 1, clock = realClock, ...options }: FaultProxyOptions) {
    this.#options = { seed, clock, ...options };
    const random = new VirtualClock({ seed });
    this.faults = new ProxyFaults(() => random.random());
    // A caller that closes its side of a connection still gets a response.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#serve(socket));
  }

  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    await proxy.#listen();
    return proxy;
  }

  /** The address that callers use in place of the service's. */
  get url(): string {
    const target = new URL(this.#options.target);
    target.port = String(this.#port);
    return target.href.replace(/\/$/, "");
  }

  /** Waits until the service has received all requests that were delayed. */
  async carryOutLate(): Promise<void> {
    await Promise.all(this.#late);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    for (const socket of [...this.#callers, ...this.#services]) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address === "object" && address) this.#port = address.port;
  }

  /** Serves the requests of a connection one after the other. */
  #serve(caller: Socket): void {
    keep(caller, this.#callers);
    const reader = new MessageReader();
    let last = Promise.resolve();
    caller.on("data", (bytes) => {
      reader.push(bytes);
      for (let message = reader.next(); message; message = reader.next()) {
        const request = message;
        last = last.then(() => this.#serveRequest(caller, request)).catch(() => void caller.destroy());
      }
    });
    caller.on("end", () => void last.then(() => caller.end()));
  }

  async #serveRequest(caller: Socket, message: HttpMessage): Promise<void> {
    const [method = "", path = ""] = message.startLine.split(" ");
    const request = { number: this.requests.length + 1, method, path };
    this.requests.push(request);
    const fault = this.faults.faultOf(method, path);
    await this.onRequest(request);
    // The caller was killed before it had sent the request.
    if (caller.destroyed || caller.readableEnded) return;
    if (fault?.when === "later") {
      const late = this.#sleep(fault.delay ?? 0)
        .then(() => this.#forward(message))
        .catch(ignore)
        .finally(() => this.#late.delete(late));
      this.#late.add(late);
    }
    const response = fault && fault.when !== "after" ? undefined : await this.#forward(message);
    if (response) await this.onCarriedOut(request);
    if (fault) await this.#inject(caller, fault, message, response);
    else if (response) caller.write(bytesOf(response));
    if (response?.isLast || message.isLast) caller.end();
  }

  async #inject(
    caller: Socket,
    { effect }: ProxyFault,
    message: HttpMessage,
    response: HttpMessage | undefined,
  ): Promise<void> {
    if ("hang" in effect) return new Promise(ignore);
    if ("reset" in effect) return void caller.resetAndDestroy();
    if ("refused" in effect) return this.#refuse(effect.refused);
    const replacement = replacementOf(effect);
    if (replacement) {
      caller.write(replacement);
      if ("garbage" in effect) caller.end();
      return;
    }
    if ("latency" in effect) await this.#sleep(effect.latency);
    const own = response ?? (await this.#forward(message));
    // A reset could overtake the bytes.
    if ("truncated" in effect) return void caller.end(truncated(own));
    if (!("drip" in effect)) return void caller.write(bytesOf(own));
    for (const part of partsOf(bytesOf(own), dripParts)) {
      caller.write(part);
      await this.#sleep(effect.drip / dripParts);
    }
  }

  /** Resets all connections and refuses new ones for a while. */
  #refuse(ms: number): void {
    for (const caller of this.#callers) caller.resetAndDestroy();
    if (!this.#server.listening) return;
    this.#server.close();
    void this.#sleep(ms)
      .then(() => this.#listen())
      .catch(ignore);
  }

  /** Sends a request to the service on a connection of its own, and resolves to the response. */
  #forward({ head, body }: HttpMessage): Promise<HttpMessage> {
    const { hostname, port } = new URL(this.#options.target);
    const service = keep(connect(Number(port), hostname), this.#services);
    const reader = new MessageReader();
    return new Promise((resolve, reject) => {
      const read = () => {
        let response = reader.next();
        // The final response follows an interim one.
        while (response && /^HTTP\/1\.\d 1/.test(response.startLine)) response = reader.next();
        if (!response) return;
        resolve(response);
        service.destroy();
      };
      service.on("data", (bytes) => {
        reader.push(bytes);
        read();
      });
      service.on("end", () => {
        reader.end();
        read();
      });
      service.on("close", () => reject(new Error("the service closed the connection")));
      service.write(Buffer.concat([head, body]));
    });
  }

  #sleep(ms: number): Promise<void> {
    return this.#options.clock.sleep(ms, this.#closed.signal);
  }
}

/** Keeps a socket in the set while it is open. */
function keep(socket: Socket, open: Set<Socket>): Socket {
  open.add(socket);
  socket.on("close", () => open.delete(socket));
  socket.on("error", ignore);
  return socket.setNoDelay(true);
}

function bytesOf({ head, body }: HttpMessage): Buffer {
  return Buffer.concat([head, body]);
}
