import { type Command, Option } from "commander";
import { addProjectOptions, type ProjectOptions } from "../flags/project-options";
import { addStackFlags } from "../flags/stack-flags";
import { parseCount, parsePath } from "../flags/value-parsers";
import type * as Cancel from "./cancel";
import type * as Create from "./create";
import type * as ExportImport from "./export-import";
import type * as History from "./history";
import type * as List from "./list";
import type * as Outputs from "./outputs";
import type * as Remove from "./remove";
import type * as Rename from "./rename";
import type * as Select from "./select";
import type * as Show from "./show";
import type * as Tags from "./tags";

const loadShow = (): typeof Show => require("./show");
const loadList = (): typeof List => require("./list");
const loadCreate = (): typeof Create => require("./create");
const loadSelect = (): typeof Select => require("./select");
const loadRemove = (): typeof Remove => require("./remove");
const loadRename = (): typeof Rename => require("./rename");
const loadTags = (): typeof Tags => require("./tags");
const loadOutputs = (): typeof Outputs => require("./outputs");
const loadExportImport = (): typeof ExportImport => require("./export-import");
const loadHistory = (): typeof History => require("./history");
const loadCancel = (): typeof Cancel => require("./cancel");

/** `stack`: its subcommands behave and print like those of the Pulumi CLI, and use the same files. */
export function addStack(program: Command): void {
  const stack = addProjectOptions(program.command("stack"))
    .description("Show and manage stacks")
    .option("-i, --show-ids", "Show each resource's id", false)
    .option("-u, --show-urns", "Show each resource's URN", false)
    .option("--show-secrets", "Show secret outputs in plain text", false)
    .option("--show-name", "Show only the stack's name", false)
    .action(async (options) => {
      process.exitCode = await loadShow().showStack(options);
    });
  addStackFlags(stack, "stack");
  const add = (usage: string, description: string, ...aliases: readonly string[]) => {
    const command = addProjectOptions(stack.command(usage).description(description).aliases(aliases));
    addStackFlags(command, `stack ${command.name()}`);
    return command;
  };

  add("init [name]", "Create an empty stack and select it", "new", "create", "setup")
    .option("--no-select", "Do not select the new stack")
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await loadCreate().initStack(name, command.optsWithGlobals());
    });
  add("ls", "List the project's stacks; a * marks the selected one", "list")
    .option("-j, --json", "Print JSON", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadList().printStacks(command.optsWithGlobals());
    });
  add("select [name]", "Select the stack that commands use by default")
    .option("-c, --create", "Create the stack if it does not exist", false)
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await loadSelect().selectStack(name, command.optsWithGlobals());
    });
  add("unselect", "Clear the selection").action(async (_, command: Command) => {
    process.exitCode = await loadSelect().unselectStack(command.optsWithGlobals());
  });
  add("rm [name]", "Remove a stack, its history and its configuration file", "remove", "delete")
    .option("-y, --yes", "Do not ask for confirmation", false)
    .option("-f, --force", "Remove the stack even if it has resources, which are then unmanaged", false)
    .option("--preserve-config", "Keep Pulumi.<stack>.yaml", false)
    .option("--remove-backups", "Remove the stack's backups too", false)
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await loadRemove().removeNamedStack(name, command.optsWithGlobals());
    });
  add("rename <new-name>", "Rename a stack").action(async (newName: string, _, command: Command) => {
    process.exitCode = await loadRename().renameNamedStack(newName, command.optsWithGlobals());
  });
  addTags(add("tag", "Manage a stack's tags"));

  add("output [name]", "Print a stack's outputs, or one of them")
    .addOption(new Option("-j, --json", "Print JSON").default(false).conflicts("shell"))
    .option("--shell", "Print a shell script that sets variables", false)
    .option("--show-secrets", "Show secrets in plain text", false)
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await loadOutputs().printOutputs(name, command.optsWithGlobals());
    });
  add("export", "Export a stack's state as JSON")
    .option("--file <path>", "File to write to (default: standard output)", parsePath)
    .option("--show-secrets", "Show secrets in plain text", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadExportImport().exportState(command.optsWithGlobals());
    });
  add("import", "Replace a stack's state with an exported one, after a backup")
    .option("--file <path>", "File to read (default: standard input)", parsePath)
    .option("-f, --force", "Import the state even if it is inconsistent or belongs to another stack", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadExportImport().importState(command.optsWithGlobals());
    });
  add("history", "List a stack's runs, latest first", "hist")
    .option("-j, --json", "Print JSON", false)
    .option("--full-dates", "Show dates instead of relative times", false)
    .option("--show-secrets", "With --json: show secret configuration in plain text", false)
    .option("--page-size <count>", "Number of runs to print", parseCount, 10)
    .option("--page <number>", "Page to print", parseCount, 1)
    .action(async (_, command: Command) => {
      process.exitCode = await loadHistory().printHistory(command.optsWithGlobals());
    });
}

function addTags(tag: Command): void {
  const add = (usage: string, description: string, ...aliases: readonly string[]) =>
    addProjectOptions(tag.command(usage).description(description).aliases(aliases));
  add("set <name> <value>", "Set a tag").action(async (name: string, value: string, _, command: Command) => {
    process.exitCode = await loadTags().setTag(name, value, command.optsWithGlobals());
  });
  add("get <name>", "Print a tag's value").action(async (name: string, _, command: Command) => {
    process.exitCode = await loadTags().getTag(name, command.optsWithGlobals());
  });
  add("rm <name>", "Remove a tag", "remove", "delete").action(async (name: string, _, command: Command) => {
    process.exitCode = await loadTags().removeTag(name, command.optsWithGlobals());
  });
  add("ls", "List the tags", "list")
    .option("-j, --json", "Print JSON", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadTags().listTags(command.optsWithGlobals());
    });
}

/** `cancel`, which removes the lock that a run left when it ended. */
export function addCancel(program: Command): void {
  const cancel = addProjectOptions(program.command("cancel [name]"));
  addStackFlags(cancel, "cancel");
  cancel
    .description("Remove the lock that an interrupted run left on a stack")
    .option("-y, --yes", "Do not ask for confirmation", false)
    .action(async (name: string | undefined, options: ProjectOptions & { readonly yes: boolean }) => {
      process.exitCode = await loadCancel().cancelRun(name, options);
    });
}
