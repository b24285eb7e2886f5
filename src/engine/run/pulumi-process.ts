import { spawn } from "node:child_process";
import type { Environment } from "../../state";

export type Stdio = "inherit" | "ignore" | readonly ("inherit" | "ignore" | "pipe" | number)[];

export interface CommandResult {
  readonly code: number;
  /** Its standard output, if it was a pipe. */
  readonly output: string;
}

/**
 * Runs the Pulumi CLI and waits until it ends, whatever signals this process receives. The first SIGINT or SIGTERM lets the CLI finish its
 * steps in progress, and the second ends it immediately, so it must receive each only once. A terminal sends Ctrl-C to both processes. Without
 * one, the CLI has its own process group and receives the signals that this process passes on.
 */
export function executePulumi(
  command: string,
  args: readonly string[],
  { stdio, ...options }: { readonly cwd: string; readonly env: Environment; readonly stdio: Stdio },
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const isOnTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
    const isAlone = !isOnTerminal && process.platform !== "win32";
    const child = spawn(command, [...args], {
      ...options,
      env: { ...options.env },
      stdio: typeof stdio === "string" ? stdio : [...stdio],
      detached: isAlone,
    });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const stopListening = listen({
      SIGINT: () => isAlone && child.kill("SIGINT"),
      SIGTERM: () => child.kill("SIGTERM"),
      // On SIGHUP, the CLI would end immediately.
      SIGHUP: () => child.kill("SIGTERM"),
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      stopListening();
      resolve({ code: code ?? (signal ? 8 : 1), output });
    });
  });
}

/** Returns a function that ends it. */
function listen(listeners: Readonly<Record<string, () => unknown>>): () => void {
  const entries = Object.entries(listeners);
  for (const [signal, listener] of entries) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of entries) process.off(signal, listener);
  };
}
