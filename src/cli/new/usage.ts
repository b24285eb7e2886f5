import type { Command } from "commander";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addNew(program: Command): void {
  program
    .command("new")
    .description("Write a new project from an example")
    .argument("[example]", "Name of the example (see --list)")
    .argument("[folder]", "New or empty folder for the project (default: the name of the example)")
    .option("-l, --list", "List the examples", false)
    .option("-y, --yes", "Use defaults for missing arguments, and never prompt", false)
    .option("--json", "With --list: print JSON", false)
    .addHelpText("after", notes)
    .action(async (name, folder, options) => {
      process.exitCode = await load().runNew(name, folder, options);
    });
}

const notes = `
The project gets the name of its folder. A folder that is not empty is refused, and nothing in it is changed.`;
