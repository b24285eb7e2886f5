import { type Command, Option } from "commander";
import { portNumber, positiveNumber, wholeNumber } from "../arguments";

const load = (): typeof import("./run") => require("./run");

export function addEmulator(program: Command): void {
  program
    .command("emulator")
    .description("run an emulator of the service on 127.0.0.1, with a small world in it")
    .option("--port <number>", "the port; 0: any free one", portNumber, 4119)
    .option("--brand <word>", "the word that stands for `node` in paths, fields and scopes", "node")
    .option(
      "--speed <factor>",
      "how much faster than real its clock runs (default: 1, or as it was kept)",
      positiveNumber,
    )
    .option(
      "--seed <number>",
      "make ids, secrets and chances of this number, the same in every run",
      wholeNumber,
    )
    .option("--data <folder>", "keep the world in this folder and go on from there; without, it is in memory")
    .option("--load <file>", "begin with a world that was exported from /_emulator/world")
    .option("--exec <command>", "run this command with the environment set, then end with its exit code")
    .addOption(
      new Option("--shell <shell>", "whose lines to print that set the environment")
        .choices(["posix", "fish", "powershell", "cmd"])
        .default(process.platform === "win32" ? "powershell" : "posix"),
    )
    .option("--json", "print address and tokens as one line of JSON", false)
    .action(async (options) => {
      process.exitCode = await load().runEmulator(options);
    });
}
