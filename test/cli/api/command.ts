import { OutputClosedError } from "../../../src/cli/api/context";
import { runApi } from "../../../src/cli/api/run";
import { createEmulator, type EmulatorOptions, wellKnownTokens } from "../../../src/emulator";

export interface Around {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Columns of the terminal; without it, the output is none. */
  readonly width?: number;
  /** After so many writes nobody reads the output any more. */
  readonly closedAfter?: number;
}

/** Runs `nodecloud api` in this process and tells what it wrote and its exit code. */
export async function api(
  words: readonly string[],
  { env = {}, input = "", width, closedAfter }: Around = {},
) {
  const written: Uint8Array[] = [];
  let stderr = "";
  const code = await runApi(words, {
    env,
    input: (async function* () {
      yield Buffer.from(input);
    })(),
    output: {
      width,
      write: async (chunk) => {
        if (written.length === closedAfter) throw new OutputClosedError();
        written.push(Buffer.from(chunk));
      },
    },
    printMessage: (text) => {
      stderr += text;
    },
  }).catch((error: { name: string; exitCode: number }) => {
    if (error.name !== "CommanderError") throw error;
    return error.exitCode === 0 ? 0 : 2;
  });
  const bytes = Buffer.concat(written);
  return { code, stdout: bytes.toString(), stderr, bytes };
}

/** An emulator on a port, and `nodecloud api` with the environment that leads to it. */
export async function startService(options: EmulatorOptions = {}) {
  const emulator = createEmulator(options);
  const server = await emulator.listen();
  const env = {
    NODECLOUD_BASE_URL: server.url,
    NODECLOUD_TOKEN: wellKnownTokens.full,
    NODECLOUD_BRAND: options.brand ?? "node",
  };
  const run = (words: readonly string[], around: Around = {}) =>
    api(words, { ...around, env: { ...env, ...around.env } });
  return { emulator, env, run, close: () => server.close() };
}
