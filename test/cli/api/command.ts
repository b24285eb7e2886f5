import { OutputClosedError } from "../../../src/cli/api/context";
import { runApi } from "../../../src/cli/api/run";
import { createEmulator, type EmulatorOptions, wellKnownTokens } from "../../../src/emulator";

export interface RunContext {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Width of the terminal in columns. Default: the output is not a terminal. */
  readonly width?: number;
  /** Number of writes after which the reader closes the output. Default: never. */
  readonly closedAfter?: number;
}

/** Runs `nodecloud api` in this process. Returns its output, its exit code and the contents of each progress line. */
export async function api(
  words: readonly string[],
  { env = {}, input = "", width, closedAfter }: RunContext = {},
) {
  const written: Uint8Array[] = [];
  let stderr = "";
  const progress: string[][] = [];
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
    startProgress: (text) => {
      const shown = [text];
      progress.push(shown);
      return { show: (next) => void shown.push(next), close: () => void shown.push("closed") };
    },
  }).catch((error: { name: string; exitCode: number }) => {
    if (error.name !== "CommanderError") throw error;
    return error.exitCode === 0 ? 0 : 2;
  });
  const bytes = Buffer.concat(written);
  return { code, stdout: bytes.toString(), stderr, bytes, progress };
}

/** Starts an emulator, and returns `run`, which runs `nodecloud api` against it. */
export async function startService(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ ...options, settings: { listLagSeconds: 0, ...options.settings } });
  const server = await emulator.listen();
  const env = {
    NODECLOUD_BASE_URL: server.url,
    NODECLOUD_TOKEN: wellKnownTokens.full,
    NODECLOUD_BRAND: options.brand ?? "node",
    // Not the login of whoever runs the tests.
    PULUMI_HOME: "/nowhere",
  };
  const run = (words: readonly string[], context: RunContext = {}) =>
    api(words, { ...context, env: { ...env, ...context.env } });
  return { emulator, env, run, close: () => server.close() };
}
