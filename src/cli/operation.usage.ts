import { type Command, Option } from "commander";
import { atLeastOne } from "./arguments";
import type { OperationCommandOptions } from "./operation.command";

const load = (): typeof import("./operation.command") => require("./operation.command");

export function addOperation(
  program: Command,
  operation: "preview" | "up" | "refresh" | "destroy",
  description: string,
): void {
  const command = program
    .command(operation)
    .description(description)
    .option("-C, --cwd <folder>", "the project's folder, or one below it", ".")
    .option("-s, --stack <name>", "the stack", process.env.PULUMI_STACK || "dev")
    .addOption(
      new Option(
        "--engine <engine>",
        "what runs the program; auto: a `pulumi` on the PATH, else the embedded engine",
      )
        .choices(["auto", "pulumi", "embedded"])
        .default("auto"),
    )
    .option("-p, --parallel <count>", "how many operations at a time", atLeastOne)
    .option("--diff", "show every field", false)
    .option("--expect-no-changes", "end with 7 when there are changes", false)
    .option("--json", "print the steps as data, one JSON object a line", false);
  if (operation !== "preview") command.option("-y, --yes", "do not ask before anything is changed", false);
  command.action(async (options: Omit<OperationCommandOptions, "operation">) => {
    process.exitCode = await load().runOperation({ ...options, operation });
  });
}
