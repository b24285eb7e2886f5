import type { Command } from "commander";

/** What every command on a stack takes. */
export interface ProjectOptions {
  readonly cwd: string;
  /** Without one: PULUMI_STACK, the selected stack, `dev`. */
  readonly stack?: string;
  /** The stack's configuration, instead of `Pulumi.<stack>.yaml`. */
  readonly configFile?: string;
  /** Nobody is asked anything, though there may be a terminal. */
  readonly nonInteractive?: boolean;
}

export function addProjectOptions(command: Command): Command {
  return command
    .option("-C, --cwd <folder>", "the project's folder, or one below it", ".")
    .option("-s, --stack <name>", "the stack; default: PULUMI_STACK, the selected one, dev");
}
