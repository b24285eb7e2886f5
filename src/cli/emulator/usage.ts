import { type Command, Option } from "commander";
import { collect, parsePath, parsePort, parsePositiveNumber, parseWholeNumber } from "../flags/value-parsers";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addEmulator(program: Command): void {
  program
    .command("emulator")
    .description("Run an emulator of the service on this machine")
    .option("--port <number>", "Port to listen on; 0 picks a free one", parsePort, 4119)
    .option(
      "--host <address>",
      "Address to listen on; an address that other machines can reach requires a control token",
      "127.0.0.1",
    )
    .option("--allowed-host <name>", "Also serve requests for this host name; may be repeated", collect)
    .addOption(
      new Option(
        "--control-token <token>",
        "Token that the control paths require (default: a random one if --host requires it)",
      ).env("NODECLOUD_CONTROL_TOKEN"),
    )
    .option("--brand <word>", "The operator's word for `node` in paths, fields and scopes", "node")
    .option(
      "--speed <factor>",
      "Speed of the emulator's clock relative to real time (default: 1, or as saved in --data)",
      parsePositiveNumber,
    )
    .option("--seed <number>", "Seed for ids, secrets and random events, to repeat a run", parseWholeNumber)
    .option(
      "--data <folder>",
      "Folder that keeps the world between runs (default: in memory only)",
      parsePath,
    )
    .option("--world <file>", "Start with a world exported from /_emulator/world", parsePath)
    .addOption(new Option("--load <file>", "Former name of --world").hideHelp())
    .option("--exec <command>", "Run this command with the environment set, then exit with its exit code")
    .addOption(
      new Option("--shell <shell>", "Shell whose syntax the printed commands use")
        .choices(["posix", "fish", "powershell", "cmd"])
        .default(process.platform === "win32" ? "powershell" : "posix"),
    )
    .option("--health", "Check that an emulator is listening on the port, then exit with 0 or 1", false)
    .addOption(
      new Option("--json", "Print the address and tokens as one line of JSON")
        .default(false)
        .conflicts("exec"),
    )
    .action(async (options) => {
      process.exitCode = await load().runEmulator(options);
    });
}
