import type { Command } from "commander";
import { parsePath } from "./value-parsers";

/** The options of every command that works on a stack. */
export interface ProjectOptions {
  readonly cwd: string;
  /** Default: PULUMI_STACK, then the selected stack, then `dev`. */
  readonly stack?: string;
  /** Path of the configuration file. Default: `Pulumi.<stack>.yaml`. */
  readonly configFile?: string;
  /** Never prompt, even on a terminal. */
  readonly nonInteractive?: boolean;
}

export function addProjectOptions(command: Command): Command {
  return command
    .option("-C, --cwd <folder>", "Folder of the project, or one below it", parsePath, ".")
    .option(
      "-s, --stack <name>",
      "Name of the stack (default: PULUMI_STACK, then the selected stack, then dev)",
    );
}
