import { type ChildProcess, spawn } from "node:child_process";
import { type Environment, findPulumi } from "../../state";

export interface PulumiResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the Pulumi CLI with these arguments. Rejects if it does not start or is stopped. */
export type RunPulumi = (
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Environment;
    readonly signal?: AbortSignal | undefined;
    /** Its standard input. */
    readonly input?: string;
    /** Whether it gets its own process group, which Ctrl-C on the terminal does not reach. */
    readonly isDetached?: boolean;
  },
) => Promise<PulumiResult>;

/** The Pulumi CLI on the PATH. Undefined if there is none. */
export async function pulumiOnPath(env: Environment): Promise<RunPulumi | undefined> {
  const path = await findPulumi(env);
  if (path === undefined) return undefined;
  return async (args, { cwd, env: variables, signal, input, isDetached = false }) => {
    const options = { cwd, env: { ...variables }, signal, detached: isDetached, windowsHide: true };
    return resultOf(spawn(path, args, options), input);
  };
}

function resultOf(child: ChildProcess, input: string | undefined): Promise<PulumiResult> {
  const texts = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    texts.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    texts.stderr += text;
  });
  // The CLI may end without reading its input. Its exit code says why.
  child.stdin?.on("error", () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, ...texts }));
  });
}
