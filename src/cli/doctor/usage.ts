import type { Command } from "commander";
import { addProjectOptions } from "../flags/project-options";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addDoctor(program: Command): void {
  addProjectOptions(program.command("doctor"))
    .description("Check the project, the service, the token and this machine. Changes nothing")
    .option("--json", "Print JSON", false)
    .addHelpText("after", help)
    .action(async (options) => {
      process.exitCode = await load().runDoctor(options);
    });
}

const help = `
Each line names what was found and, unless it is in order, what to do. Which scopes the token has is found out by
reading; nothing is written or sent that changes anything. No secret is printed.

Exit codes: 0 nothing stops a run, 1 something does, 2 wrong command line.`;
