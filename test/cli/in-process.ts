import "../cheap-keys";
import { Readable } from "node:stream";
import { runCommandLine } from "../../src/cli/main";
import { type Ended, plainEnvironment, type StartOptions } from "./command";

export interface InProcessOptions extends StartOptions {
  /** Whether input and output are terminals. Default: no. */
  readonly isTerminal?: boolean;
  /** Whether standard error is a terminal. Default: as `isTerminal`. */
  readonly isErrorTerminal?: boolean;
  /** Called with each string on standard output, before the command continues. */
  readonly onOutput?: (text: string) => void;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a `nodecloud` command line in this process and captures what it prints. Working directory,
 * environment and streams of the process are replaced during the run, so runs wait for each other.
 */
export function runInProcess(args: readonly string[], options: InProcessOptions = {}): Promise<Ended> {
  const ended = last.then(() => runAlone(args, options));
  last = ended.catch(() => undefined);
  return ended;
}

async function runAlone(
  args: readonly string[],
  { cwd, env, input = "", isTerminal, isErrorTerminal = isTerminal, onOutput }: InProcessOptions,
): Promise<Ended> {
  const began = performance.now();
  const written = { stdout: "", stderr: "" };
  const restore = [
    replace(process, "env", definedOnly({ ...plainEnvironment(), ...env })),
    replace(process, "argv", process.argv.slice(0, 2)),
    replace(
      process,
      "stdin",
      Object.assign(Readable.from(input === "" ? [] : [input]), { isTTY: isTerminal }),
    ),
    replace(process.stdout, "isTTY", isTerminal),
    replace(process.stderr, "isTTY", isErrorTerminal),
    ...(["stdout", "stderr"] as const).map((name) =>
      replace(process[name], "write", (chunk: string | Uint8Array, ...more: unknown[]) => {
        const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
        written[name] += text;
        if (name === "stdout") onOutput?.(text);
        const done = more.find((one) => typeof one === "function") as (() => void) | undefined;
        done?.();
        return true;
      }),
    ),
  ];
  const before = { folder: process.cwd(), exitCode: process.exitCode };
  process.exitCode = 0;
  try {
    if (cwd !== undefined) process.chdir(cwd);
    await runCommandLine(args);
    return { code: Number(process.exitCode), ...written, milliseconds: performance.now() - began };
  } finally {
    process.chdir(before.folder);
    process.exitCode = before.exitCode;
    for (const undo of restore) undo();
  }
}

/** Replaces a property and returns a function that restores it. */
function replace(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  };
}

/** A process's environment has no undefined values. */
function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
