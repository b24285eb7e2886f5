import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds: how long the processes of a command may keep running after its shell has exited. */
const endTimeout = 10_000;

/**
 * Runs a shell command with the environment set. Returns its exit code, or 128 plus the number of the signal that ended it. Its
 * processes must not outlive the emulator, and must receive each signal once. A terminal sends Ctrl-C to all of them. Without one, they
 * have a process group of their own and receive the signals that this process passes on.
 */
export async function executeCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const isOnTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const isAlone = !isOnTerminal && process.platform !== "win32";
  let wasSignalled = false;
  const forward = (signal: NodeJS.Signals) => {
    wasSignalled = true;
    if (isAlone) signalGroup(child, signal);
    else if (signal !== "SIGINT") child.kill(signal);
  };
  // Subscribe before the command can print: a process that reads its output may send the signal immediately.
  const signals: readonly NodeJS.Signals[] = isAlone
    ? ["SIGINT", "SIGTERM", "SIGHUP"]
    : ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, forward);
  const child = spawn(command, {
    shell: true,
    stdio: "inherit",
    detached: isAlone,
    env: { ...process.env, ...environment },
  });
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    // A shell may end before the commands that it has started.
    const end = performance.now() + endTimeout;
    while (wasSignalled && isAlone && performance.now() < end && signalGroup(child, 0)) await sleep(50);
    return code;
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}

/** Sends a signal to all processes of a command. Returns false if none is left. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
