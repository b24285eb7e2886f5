import { type ChildProcess, spawn } from "node:child_process";
import type { Clock } from "../../clock";

/** A child process, its lines, and its end. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves with the exit code, or with null when a signal ended it. */
  readonly exited: Promise<number | null>;
  kill(): void;
}

/**
 * The child processes of a run. They live in process groups of their own: a Ctrl-C in the terminal reaches the engine
 * only, which decides. None outlives the engine's own end.
 */
export class ChildProcesses {
  readonly #clock: Clock;
  readonly #living = new Set<Child>();
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
    },
  ): Child {
    const spawned = spawn(process.execPath, [...(options.nodeArguments ?? []), script, ...args], {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    const exited = new Promise<number | null>((resolve) => {
      spawned.on("error", () => resolve(null));
      spawned.on("close", (code) => resolve(code));
    });
    const child: Child = { process: spawned, exited, kill: () => signalGroup(spawned, "SIGKILL") };
    splitLines(spawned.stdout, (line) => options.onLine(line, "stdout"));
    splitLines(spawned.stderr, (line) => options.onLine(line, "stderr"));
    this.#living.add(child);
    const forget = () => this.#living.delete(child);
    spawned.on("exit", forget);
    spawned.on("error", forget);
    return child;
  }

  killAll(): void {
    for (const child of this.#living) child.kill();
    this.#living.clear();
  }

  /**
   * Ends what still lives, as the CLI does: an interrupt first, so that a plugin can tell an end in good order from a
   * kill, and a kill for what is still there after a while. Stops watching for the engine's end.
   */
  async close(): Promise<void> {
    const living = [...this.#living];
    const ended = Promise.all(living.map((child) => child.exited));
    const patience = new AbortController();
    for (const child of living) signalGroup(child.process, "SIGINT");
    await Promise.race([ended, this.#clock.sleep(timeToEnd, patience.signal).catch(() => undefined)]);
    patience.abort();
    this.killAll();
    await ended;
    process.off("exit", this.#onExit);
  }
}

/** How long a child has between the interrupt and the kill, in milliseconds. */
const timeToEnd = 5000;

function signalGroup(child: ChildProcess, signal: "SIGINT" | "SIGKILL"): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

/** Lines as they become whole; what a stack trace spreads over lines stays one call apart. */
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
