import type { Command } from "commander";

const load = (): typeof import("./run") => require("./run");

/** What follows `api` is known when the contract is loaded, which only this command does: it is passed on as written. */
export function addApi(program: Command): void {
  program
    .enablePositionalOptions()
    .command("api")
    .description("call any operation of the service (`nodecloud api --help` lists them)")
    .argument("[words...]", "group, operation and arguments")
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (words: readonly string[]) => {
      process.exitCode = await load().runApi(words);
    });
}
