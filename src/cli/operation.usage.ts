import { type Command, Option } from "commander";
import { atLeastOne } from "./arguments";
import type { OperationCommandOptions } from "./operation.command";
import { addProjectOptions } from "./project-options";

const load = (): typeof import("./operation.command") => require("./operation.command");

export function addOperation(
  program: Command,
  operation: "preview" | "up" | "refresh" | "destroy",
  description: string,
): void {
  const command = addProjectOptions(program.command(operation))
    .description(description)
    .addOption(
      new Option(
        "--engine <engine>",
        "what runs the program; auto: a `pulumi` on the PATH, else the embedded engine",
      )
        .choices(["auto", "pulumi", "embedded"])
        .default("auto"),
    )
    .option("-p, --parallel <count>", "how many operations at a time", atLeastOne)
    .option("--diff", "show every field, changed or not, of what is changed", false)
    .option("--show-sames", "show what does not change, too", false)
    .addOption(
      new Option("--color <when>", "auto: on a terminal, unless NO_COLOR is set")
        .choices(["auto", "always", "never"])
        .default("auto"),
    )
    .option("--expect-no-changes", "end with 7 when there are changes", false)
    .option("--json", "print the steps as data, one JSON object a line", false);
  addSelection(command);
  if (operation === "up" || operation === "preview") addReplacement(command);
  if (operation === "up") command.option("--create", "create the stack where there is none", false);
  if (operation === "refresh")
    command.option("--clear-pending-creates", "forget creates whose end an earlier run did not see", false);
  else
    command.addOption(
      new Option(
        "-r, --refresh [choice]",
        "read every resource first; =false: not even where the project asks for it",
      )
        .choices(["true", "false"])
        .preset("true"),
    );
  if (operation !== "preview")
    command.option(
      "--allow-empty",
      "take everything of the stack to be gone, though the account can't be compared",
      false,
    );
  if (operation !== "preview") command.option("-y, --yes", "do not ask before anything is changed", false);
  command.action(async (options: Omit<OperationCommandOptions, "operation">) => {
    process.exitCode = await load().runOperation({ ...options, operation });
  });
}

/** What a run is limited to, under the names the CLI has for it. */
function addSelection(command: Command): void {
  const excludes = new Option(
    "-x, --exclude <urn>",
    "leave this resource alone (repeatable; * and ** as above)",
  );
  command
    .option(
      "-t, --target <urn>",
      "only this resource (repeatable; * stands for anything but a colon, ** for anything)",
      collect,
    )
    .option("--target-dependents", "what depends on a target, too", false)
    .addOption(excludes.argParser(collect).conflicts("target"))
    .option("--exclude-dependents", "leave what depends on it alone, too", false);
}

function addReplacement(command: Command): void {
  command
    .option(
      "--replace <urn>",
      "replace this resource, changed or not (repeatable; * and ** as above)",
      collect,
    )
    .option("--target-replace <urn>", "--target and --replace in one (repeatable)", collect);
}

function collect(urn: string, before: readonly string[] = []): readonly string[] {
  return [...before, urn];
}
