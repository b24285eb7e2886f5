import type { Command } from "commander";
import { collect, collectPaths, parsePath } from "../flags/value-parsers";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addAdopt(program: Command): void {
  program
    .command("adopt")
    .description(
      "Write a program that adopts the account's objects that no stack manages. Changes nothing in the account",
    )
    .option("--all", "Adopt every object that a program can manage", false)
    .option("--out <folder>", "New folder for the program")
    .option(
      "-C, --cwd <folder>",
      "Folder of a project whose stacks' objects are excluded; may be repeated",
      collectPaths,
    )
    .option("-s, --stack <name>", "Stack whose objects are excluded; may be repeated", collect)
    .option("--all-stacks", "Exclude the objects of all stacks of the projects", false)
    .option(
      "--export <file>",
      "Exclude the objects in a file written by `stack export`; - for stdin; may be repeated",
      collectPaths,
    )
    .option("--config-file <file>", "Configuration of the stack, instead of Pulumi.<stack>.yaml", parsePath)
    .option("--type <class>", "Adopt only objects of this class, such as Instance; may be repeated", collect)
    .option("--non-interactive", "Never prompt, even on a terminal", false)
    .addHelpText("after", exitCodes)
    .action(async (options) => {
      process.exitCode = await load().runAdopt(options);
    });
}

const exitCodes = `
Without a stack, every object counts as unmanaged. The address and the token come from the stacks, or from
NODECLOUD_BASE_URL and NODECLOUD_TOKEN.

Exit codes: 0 written, 3 incomplete (something could not be read or must be resolved first, so nothing was written;
or an object was still changing and was omitted), 1 error, 64 usage error, 129, 130 and 143
interrupted by SIGHUP, SIGINT and SIGTERM.`;
