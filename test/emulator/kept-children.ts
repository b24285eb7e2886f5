import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { wellKnownTokens } from "../../src/emulator";

/** Emulators in processes of their own, of which the next is always loaded ahead. */
export class KeptChildren {
  readonly #folder: string;
  #next = spawned();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<KeptChild> {
    const process = this.#next;
    process.stdin?.write(`${this.#folder}\n`);
    this.#next = spawned();
    const port = await new Promise<number>((resolve, reject) => {
      process.stdout?.once("data", (line) => resolve(Number(line)));
      process.once("exit", (code) => reject(new Error(`An emulator ended with ${code} before it served.`)));
    });
    return new KeptChild(process, port);
  }

  async close(): Promise<void> {
    const ended = once(this.#next, "exit");
    this.#next.stdin?.end();
    await ended;
  }
}

export interface KeptAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what is being tested
  readonly body: any;
}

export class KeptChild {
  readonly #process: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #ended: Promise<unknown>;

  constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
    this.#ended = once(process, "exit");
  }

  /** Rejects when the process is gone before its answer is there as a whole. */
  call(method: string, path: string, body?: unknown): Promise<KeptAnswer> {
    return new Promise((resolve, reject) => {
      const options = {
        port: this.#port,
        method,
        path: path.startsWith("/_emulator") ? path : `/v4${path}`,
        agent: this.#agent,
        headers: {
          Authorization: `Bearer ${wellKnownTokens.full}`,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
      };
      const sent = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("error", reject);
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          if (response.complete) resolve({ status, body: text === "" ? undefined : JSON.parse(text) });
          else reject(new Error("cut short"));
        });
      });
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
    this.#agent.destroy();
  }
}

function spawned(): ChildProcess {
  return spawn(process.execPath, [join(__dirname, "kept-emulator.cjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}
