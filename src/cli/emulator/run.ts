import { createEmulator, type Emulator, type Listening, wellKnownTokens } from "../../emulator";
import { print, printError } from "../print";
import { executeCommand } from "./execute-command";
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
    if (exec !== undefined) return await executeCommand(exec, environment);
    // Subscribe before printing: a process that reads the output may send the signal immediately.
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

/** Other machines can connect if the address is not on the loopback, which the user may not have intended. */
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
        `warning: The emulator listens on ${host}, which other machines can reach. Its API tokens are public; its control paths require a token.\n`,
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
