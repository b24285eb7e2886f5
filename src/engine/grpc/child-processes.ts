import { type ChildProcess, spawn } from "node:child_process";
import type { Clock } from "../../clock";

/** How a child process ended. */
interface ChildExit {
  /** Null if a signal terminated it or it could not be started. */
  readonly code: number | null;
  /** In words that follow the name of the process. */
  readonly reason: string;
}

/** A started child process. */
export interface Child {
  readonly process: ChildProcess;
  readonly exited: Promise<ChildExit>;
  hasEnded(): boolean;
  kill(): void;
}

/**
 * The child processes of a run. Each has its own process group, so that only the engine receives a Ctrl-C in the
 * terminal. They are killed when the engine's process exits.
 */
export class ChildProcesses {
  readonly #clock: Clock;
  readonly #running = new Set<Child>();
  readonly #onExit = () => this.killAll();

  constructor(clock: Clock) {
    this.#clock = clock;
    process.on("exit", this.#onExit);
  }

  start(
    script: string,
    args: readonly string[],
    options: {
      readonly cwd: string;
      readonly env: Readonly<Record<string, string | undefined>>;
      readonly nodeArguments?: readonly string[];
      readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
      /** Receives what the process sends with `process.send`. Default: it has no such channel. */
      readonly onMessage?: (message: unknown) => void;
    },
  ): Child {
    const spawned = spawn(process.execPath, [...(options.nodeArguments ?? []), script, ...args], {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ["ignore", "pipe", "pipe", ...(options.onMessage ? (["ipc"] as const) : [])],
      detached: process.platform !== "win32",
    });
    const exited = new Promise<ChildExit>((resolve) => {
      spawned.on("error", ({ message }) =>
        resolve({ code: null, reason: `could not be started: ${message}` }),
      );
      spawned.on("close", (code, signal) =>
        resolve({ code, reason: signal ? `was terminated by ${signal}` : `exited with code ${code}` }),
      );
    });
    const child: Child = {
      process: spawned,
      exited,
      hasEnded: () => hasEnded(spawned),
      kill: () => signalGroup(spawned, "SIGKILL"),
    };
    spawned.on("exit", () => this.#endOutput(spawned));
    splitLines(spawned.stdout, (line) => options.onLine(line, "stdout"));
    splitLines(spawned.stderr, (line) => options.onLine(line, "stderr"));
    if (options.onMessage) spawned.on("message", options.onMessage);
    this.#running.add(child);
    const forget = () => this.#running.delete(child);
    spawned.on("exit", forget);
    spawned.on("error", forget);
    return child;
  }

  /** A process that the child started may keep its output open. Output after `outputTimeout` is lost. */
  #endOutput(child: ChildProcess): void {
    const closed = new AbortController();
    child.once("close", () => closed.abort());
    const ending = this.#clock.sleep(outputTimeout, closed.signal).then(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
    ending.catch(() => undefined);
  }

  killAll(): void {
    for (const child of this.#running) child.kill();
    this.#running.clear();
  }

  /** Ends the processes that still run, as the CLI does: with an interrupt, and after `exitTimeout` with a kill. */
  async close(): Promise<void> {
    const running = [...this.#running];
    const ended = Promise.all(running.map((child) => child.exited));
    const timeout = new AbortController();
    for (const child of running) signalGroup(child.process, "SIGINT");
    await Promise.race([ended, this.#clock.sleep(exitTimeout, timeout.signal).catch(() => undefined)]);
    timeout.abort();
    this.killAll();
    await ended;
    process.off("exit", this.#onExit);
  }
}

/** How long the output of a child process stays open after its exit, in milliseconds. */
const outputTimeout = 1000;

/** How long a child process has between the interrupt and the kill, in milliseconds. */
const exitTimeout = 5000;

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function signalGroup(child: ChildProcess, signal: "SIGINT" | "SIGKILL"): void {
  if (child.pid === undefined || hasEnded(child)) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has just ended.
  }
}

/** Calls `onLine` with each complete line. */
function splitLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  if (!stream) return;
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(/\r$/, ""));
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}
