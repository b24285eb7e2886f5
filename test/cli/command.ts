import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";

/** The compiled command. */
export const commandFile = resolve(__dirname, "../../dist/cli/main.js");

export interface Ended {
  /** Null if a signal terminated the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** A running command. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the first complete line of its output. Rejects if the command ends without one. */
  readonly firstLine: Promise<string>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its standard input. Default: empty. */
  readonly input?: string;
}

/** Starts `nodecloud` without a terminal, in an environment without the machine's own stacks and services. */
export function start(args: readonly string[], { cwd, env, input = "" }: StartOptions = {}): Running {
  const began = performance.now();
  const child = spawn(process.execPath, [commandFile, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...plainEnvironment(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const written = { stdout: "", stderr: "" };
  const ended = new Promise<Ended>((done) => {
    child.once("close", (code) => done({ code, ...written, milliseconds: performance.now() - began }));
  });
  const firstLine = new Promise<string>((done, fail) => {
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        written[name] += text;
        const end = written.stdout.indexOf("\n");
        if (end >= 0) done(written.stdout.slice(0, end));
      });
    }
    void ended.then(({ stderr }) => fail(new Error(`The command ended without a line of output. ${stderr}`)));
  });
  firstLine.catch(() => undefined);
  return { process: child, ended, firstLine };
}

export function run(args: readonly string[], options?: StartOptions): Promise<Ended> {
  return start(args, options).ended;
}

/** This process's environment without the variables that name stacks and services. */
export function plainEnvironment(): Record<string, string | undefined> {
  const ours = /^(NODECLOUD_|PULUMI_(STACK|BACKEND_URL|CONFIG)|NODE_OPTIONS|FORCE_COLOR|JEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/** Checks that a message to a user has no stack trace, no object printed as code, and nothing undefined. */
export function expectReadable(text: string): void {
  expect(text).not.toMatch(/^\s+at .*:\d+/m);
  expect(text).not.toMatch(/\[object |undefined|node_modules|UnhandledPromise|\bNaN\b/);
}

/** A port that nothing listens on. */
export function unusedPort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => done(port));
    });
  });
}

/** The ids of the processes whose working directory is in a folder; none on systems without /proc. */
export function processesIn(folder: string): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && folderOf(name).startsWith(folder))
      .map(Number);
  } catch {
    return [];
  }
}

function folderOf(pid: string): string {
  try {
    return readlinkSync(join("/proc", pid, "cwd"));
  } catch {
    return "";
  }
}
