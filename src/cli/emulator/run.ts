import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createEmulator, type Emulator, type Listening, wellKnownTokens } from "../../emulator";
import { print, printError } from "../print";
import { greeting, type Shell } from "./greeting";
import { checkHealth } from "./health";
import { createEmulatorFromFile } from "./world-file";

interface EmulatorCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  readonly controlToken?: string;
  readonly brand: string;
  readonly speed?: number;
  readonly seed?: number;
  readonly data?: string;
  readonly world?: string;
  /** The former name of `world`. */
  readonly load?: string;
  readonly health: boolean;
  readonly exec?: string;
  readonly json: boolean;
  readonly shell: Shell;
}

/** Runs the emulator until SIGINT or SIGTERM, or until the command of `--exec` exits. Returns the exit code. */
export async function runEmulator(options: EmulatorCommandOptions): Promise<number> {
  const { brand, speed, seed, data, exec } = options;
  if (options.health) return checkHealth(options);
  const world = options.world ?? options.load;
  const emulatorOptions = {
    brand,
    ...(speed !== undefined && { speed }),
    ...(seed !== undefined && { seed }),
    ...(data !== undefined && { data }),
  };
  const emulator =
    world === undefined ? createEmulator(emulatorOptions) : createEmulatorFromFile(world, emulatorOptions);
  const server = await listenOrClose(emulator, options);
  const environment = {
    NODECLOUD_BASE_URL: server.url,
    NODECLOUD_TOKEN: wellKnownTokens.full,
    NODECLOUD_BRAND: brand,
    ...(server.controlToken !== undefined && { NODECLOUD_CONTROL_TOKEN: server.controlToken }),
  };
  try {
    if (exec !== undefined) return await runWithEnvironment(exec, environment);
    // Subscribe before printing: a process that reads the output may send the signal at once.
    const signal = receiveSignal();
    print(
      options.json
        ? toJsonLine(environment)
        : greeting(environment, emulator.control.world(), { ...server, shell: options.shell }),
    );
    await signal;
    return 0;
  } finally {
    await server.close();
    emulator.close();
  }
}

/** Other machines can connect where the address is not of the loopback, which the user may not have meant. */
async function listenOrClose(emulator: Emulator, options: EmulatorCommandOptions): Promise<Listening> {
  const { port, host, allowedHost, controlToken } = options;
  try {
    const server = await emulator.listen({
      port,
      host,
      ...(allowedHost && { allowedHosts: allowedHost }),
      ...(controlToken !== undefined && { controlToken }),
    });
    if (!server.isLocal) {
      printError(
        `warning: The emulator listens on ${host}, which other machines can reach. Its API tokens are known to everybody; its control paths demand a token.\n`,
      );
    }
    return server;
  } catch (error) {
    emulator.close();
    throw error;
  }
}

function toJsonLine(environment: Readonly<Record<string, string>>): string {
  return `${JSON.stringify({ pid: process.pid, environment, tokens: wellKnownTokens })}\n`;
}

function receiveSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

/** Runs a shell command with the environment set. Returns its exit code, or 128 plus the number of the signal that ended it. */
function runWithEnvironment(command: string, environment: Readonly<Record<string, string>>): Promise<number> {
  // Subscribe before the command can print: a process that reads its output may send the signal at once.
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on("SIGINT", forward);
  process.on("SIGTERM", forward);
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, ...environment } });
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    process.off("SIGINT", forward);
    process.off("SIGTERM", forward);
  });
}
