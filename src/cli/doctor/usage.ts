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
Each line reports a result and, for a problem, what to do. The token's scopes are tested with read requests;
nothing is changed. No secret is printed.

Exit codes: 0 nothing prevents a run, 1 something does, 2 usage error.`;
