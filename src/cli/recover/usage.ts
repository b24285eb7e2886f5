import { type Command, Option } from "commander";
import { addProjectOptions } from "../flags/project-options";
import { parsePath } from "../flags/value-parsers";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addRecover(program: Command): void {
  addProjectOptions(program.command("recover"))
    .description("Resolve what a killed run left behind: pending operations, unresolved and recorded creates")
    .option("--config-file <file>", "Configuration of the stack, instead of Pulumi.<stack>.yaml", parsePath)
    .addOption(
      new Option(
        "--engine <name>",
        "Read and write the state directly (embedded), or through pulumi stack export and import",
      )
        .choices(["auto", "embedded", "pulumi"])
        .default("auto"),
    )
    .option("-y, --yes", "Apply the changes that need no decision, without prompting. Deletes nothing", false)
    .option("-j, --json", "Print the report as JSON, and never prompt", false)
    .option("--non-interactive", "Never prompt, even on a terminal", false)
    .addHelpText("after", exitCodes)
    .action(async (options) => {
      process.exitCode = await load().runRecover(options);
    });
}

const exitCodes = `
Without --yes, the command shows what it found and asks before it changes anything.

Exit codes: 0 nothing is left, 2 something is left that needs a decision or --yes, 3 incomplete
(something could not be read or done), 1 error, 64 usage error, 129, 130 and 143 interrupted by SIGHUP, SIGINT and SIGTERM.`;
