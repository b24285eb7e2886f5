import type { Command } from "commander";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

/** Declares `api`. The arguments after it are passed on unparsed, so that no other command has to load the contract. */
export function addApi(program: Command): void {
  program
    .enablePositionalOptions()
    .command("api")
    .description("Call an operation of the service (`nodecloud api --help` lists them)")
    .argument("[arguments...]", "group, operation and its arguments")
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (argv: readonly string[]) => {
      process.exitCode = await load().runApi(argv);
    });
}
