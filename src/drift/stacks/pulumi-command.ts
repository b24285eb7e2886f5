import { execFile } from "node:child_process";
import { type Environment, findPulumi } from "../../state";

export interface PulumiResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the Pulumi CLI with these arguments, and reads what it prints. */
export type RunPulumi = (
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Environment;
    readonly signal?: AbortSignal | undefined;
    /** Its standard input. */
    readonly input?: string;
  },
) => Promise<PulumiResult>;

/** The Pulumi CLI on the PATH. Undefined: there is none. */
export async function pulumiOnPath(env: Environment): Promise<RunPulumi | undefined> {
  const path = await findPulumi(env);
  if (path === undefined) return undefined;
  return (args, { cwd, env: variables, signal, input }) =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: { ...variables }, signal, maxBuffer: Number.POSITIVE_INFINITY };
      const child = execFile(path, args, options, (error, output, errors) => {
        if (typeof error?.code === "string") reject(error);
        else resolve({ code: child.exitCode ?? 1, output, errors });
      });
      child.stdin?.end(input);
    });
}
