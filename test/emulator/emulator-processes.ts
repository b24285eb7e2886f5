import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { wellKnownTokens } from "../../src/emulator";

/** Starts emulators in their own processes. The next process is always spawned ahead, to save time. */
export class EmulatorProcesses {
  readonly #folder: string;
  #next = spawnProcess();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<EmulatorProcess> {
    const process = this.#next;
    process.stdin?.write(`${this.#folder}\n`);
    this.#next = spawnProcess();
    const port = await new Promise<number>((resolve, reject) => {
      process.stdout?.once("data", (line) => resolve(Number(line)));
      process.once("exit", (code) =>
        reject(new Error(`An emulator exited with ${code} before it listened.`)),
      );
    });
    return new EmulatorProcess(process, port);
  }

  async close(): Promise<void> {
    const ended = once(this.#next, "exit");
    this.#next.stdin?.end();
    await ended;
  }
}

export interface ProcessReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape of a body is what is being tested
  readonly body: any;
}

export class EmulatorProcess {
  readonly #process: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #ended: Promise<unknown>;

  constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
    this.#ended = once(process, "exit");
  }

  /** Rejects when the process ends before the response is complete. */
  call(method: string, path: string, body?: unknown): Promise<ProcessReply> {
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
      const outgoing = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("error", reject);
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          if (response.complete) resolve({ status, body: text === "" ? undefined : JSON.parse(text) });
          else reject(new Error("the response is incomplete"));
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
    this.#agent.destroy();
  }
}

function spawnProcess(): ChildProcess {
  return spawn(process.execPath, [join(__dirname, "emulator-process.cjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}
