import { Agent, request } from "node:http";
import { connect } from "node:net";

const maxHeld = 400;

/** An emulator under attack: calls to it, and sockets that are kept open. */
export class Target {
  calls = 0;
  #agent = new Agent({ keepAlive: true, maxSockets: 50 });
  #held = [];

  constructor(port) {
    this.port = port;
  }

  /** Resolves with status 0 if there is no response. */
  call(method, path, { body, headers = {}, timeout = 1500, token = "emulator-full-access" } = {}) {
    this.calls += 1;
    return new Promise((resolve) => {
      const failed = (error) => resolve({ status: 0, text: String(error) });
      try {
        const options = {
          port: this.port,
          host: "127.0.0.1",
          method,
          path,
          agent: this.#agent,
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
        };
        const outgoing = request(options, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (data) => {
            if (text.length < 100_000) text += data;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
          response.on("error", failed);
        });
        outgoing.on("error", failed);
        outgoing.setTimeout(timeout, () => outgoing.destroy(new Error("no response")));
        setTimeout(() => outgoing.destroy(new Error("no response in time")), timeout).unref();
        outgoing.end(body);
      } catch (error) {
        failed(error);
      }
    });
  }

  /** Sends bytes as they are, and keeps the socket open without reading, or closes it after a while. */
  raw(text, { hold = false } = {}) {
    this.calls += 1;
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.once("close", resolve);
      socket.once("connect", () => {
        socket.write(Buffer.from(text, "latin1"));
        if (!hold) {
          socket.resume();
          setTimeout(() => socket.destroy(), 200);
          return;
        }
        socket.pause();
        this.#held.push(socket);
        while (this.#held.length > maxHeld) this.#held.shift().destroy();
        resolve();
      });
    });
  }

  closeAll() {
    for (const socket of this.#held) socket.destroy();
    this.#held = [];
  }
}
