import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createEmulator, wellKnownTokens } from "../../emulator";
import { print } from "../print";
import { greeting, type Shell } from "./greeting";
import { emulatorFrom } from "./world-file";

export interface EmulatorCommandOptions {
  readonly port: number;
  readonly brand: string;
  readonly speed?: number;
  readonly seed?: number;
  readonly data?: string;
  readonly load?: string;
  readonly exec?: string;
  readonly json: boolean;
  readonly shell: Shell;
}

/** Runs the emulator until a signal ends it, or for as long as the command of `--exec` runs. */
export async function runEmulator(options: EmulatorCommandOptions): Promise<number> {
  const { port, brand, speed, seed, data, load, exec } = options;
  const own = {
    brand,
    ...(speed !== undefined && { speed }),
    ...(seed !== undefined && { seed }),
    ...(data !== undefined && { data }),
  };
  const emulator = load === undefined ? createEmulator(own) : emulatorFrom(load, own);
  const server = await emulator.listen({ port });
  const environment = {
    NODECLOUD_BASE_URL: server.url,
    NODECLOUD_TOKEN: wellKnownTokens.full,
    NODECLOUD_BRAND: brand,
  };
  try {
    if (exec !== undefined) return await runWithin(exec, environment);
    // Listened for before it is said that all is ready: whoever reads that may send the signal at once.
    const end = signalled();
    print(
      options.json
        ? asJson(environment)
        : greeting(environment, emulator.control.world(), { port: server.port, shell: options.shell }),
    );
    await end;
    return 0;
  } finally {
    await server.close();
    emulator.close();
  }
}

function asJson(environment: Readonly<Record<string, string>>): string {
  return `${JSON.stringify({ pid: process.pid, environment, tokens: wellKnownTokens })}\n`;
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

/** Runs a shell's command with the environment set; answers its exit code, or 128 and the signal's number. */
function runWithin(command: string, environment: Readonly<Record<string, string>>): Promise<number> {
  // Listened for before the command can say anything: whoever reads that may send the signal at once.
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on("SIGINT", passOn);
  process.on("SIGTERM", passOn);
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, ...environment } });
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    process.off("SIGINT", passOn);
    process.off("SIGTERM", passOn);
  });
}
