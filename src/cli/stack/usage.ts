import { type Command, Option } from "commander";
import { atLeastOne } from "../arguments";
import { refuseFlags } from "../flags/stack-flags";
import { addProjectOptions, type ProjectOptions } from "../project-options";

const load = (): typeof import("./select") => require("./select");
const loadShow = (): typeof import("./show") => require("./show");
const loadTags = (): typeof import("./tags") => require("./tags");
const loadState = (): typeof import("./outputs") => require("./outputs");

/** `stack`, of which each subcommand does and prints what that of the CLI does, on the same files. */
export function addStack(program: Command): void {
  const stack = addProjectOptions(program.command("stack"))
    .description("show a stack, or make, select, list, rename, tag, move and remove stacks")
    .option("-i, --show-ids", "show the id of each resource", false)
    .option("-u, --show-urns", "show the URN of each resource", false)
    .option("--show-secrets", "show secret outputs in clear", false)
    .option("--show-name", "show the name of the stack alone", false)
    .action(async (options) => {
      process.exitCode = await loadShow().showStack(options);
    });
  refuseFlags(stack, "stack");
  const add = (usage: string, description: string, ...aliases: readonly string[]) => {
    const command = addProjectOptions(stack.command(usage).description(description).aliases(aliases));
    refuseFlags(command, `stack ${command.name()}`);
    return command;
  };

  add("init [name]", "make an empty stack and select it", "new", "create", "setup")
    .option("--no-select", "do not select it")
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await load().initStack(name, command.optsWithGlobals());
    });
  add("ls", "list the project's stacks; the selected one has a *", "list")
    .option("-j, --json", "as JSON", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadShow().listAllStacks(command.optsWithGlobals());
    });
  add("select [name]", "select the stack that commands without --stack mean")
    .option("-c, --create", "make it where there is none", false)
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await load().selectStack(name, command.optsWithGlobals());
    });
  add("unselect", "select no stack any more").action(async (_, command: Command) => {
    process.exitCode = await load().unselectStack(command.optsWithGlobals());
  });
  add("rm [name]", "remove a stack, its history and its configuration", "remove", "delete")
    .option("-y, --yes", "do not ask", false)
    .option("-f, --force", "with resources in it, which then nobody manages any more", false)
    .option("--preserve-config", "keep Pulumi.<stack>.yaml", false)
    .option("--remove-backups", "remove its backups, too", false)
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await load().removeOneStack(name, command.optsWithGlobals());
    });

  add("rename <new-name>", "give the stack another name").action(
    async (newName: string, _, command: Command) => {
      process.exitCode = await load().renameOneStack(newName, command.optsWithGlobals());
    },
  );
  addTags(add("tag", "set, show and remove the stack's tags"));

  add("output [name]", "print the stack's outputs, or one")
    .addOption(new Option("-j, --json", "as JSON").default(false).conflicts("shell"))
    .option("--shell", "as lines that set variables of a shell", false)
    .option("--show-secrets", "secrets in clear", false)
    .action(async (name: string | undefined, _, command: Command) => {
      process.exitCode = await loadState().printOutputs(name, command.optsWithGlobals());
    });
  add("export", "write the stack's state, for `stack import`")
    .option("--file <path>", "to this file instead of the output")
    .option("--show-secrets", "secrets in clear", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadState().exportState(command.optsWithGlobals());
    });
  add("import", "put an exported state in the place of the stack's own, which is backed up")
    .option("--file <path>", "from this file instead of the input")
    .option("-f, --force", "though it does not hold together, or is another stack's", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadState().importState(command.optsWithGlobals());
    });
  add("history", "list the stack's runs, the latest first", "hist")
    .option("-j, --json", "as JSON", false)
    .option("--full-dates", "dates instead of how long ago", false)
    .option("--show-secrets", "with --json: secret configuration in clear", false)
    .option("--page-size <count>", "how many", atLeastOne, 10)
    .option("--page <number>", "which page of them", atLeastOne, 1)
    .action(async (_, command: Command) => {
      process.exitCode = await loadState().printHistory(command.optsWithGlobals());
    });
}

function addTags(tag: Command): void {
  const add = (usage: string, description: string, ...aliases: readonly string[]) =>
    addProjectOptions(tag.command(usage).description(description).aliases(aliases));
  add("set <name> <value>", "set a tag").action(async (name: string, value: string, _, command: Command) => {
    process.exitCode = await loadTags().setTag(name, value, command.optsWithGlobals());
  });
  add("get <name>", "print a tag's value").action(async (name: string, _, command: Command) => {
    process.exitCode = await loadTags().getTag(name, command.optsWithGlobals());
  });
  add("rm <name>", "remove a tag", "remove", "delete").action(async (name: string, _, command: Command) => {
    process.exitCode = await loadTags().removeTag(name, command.optsWithGlobals());
  });
  add("ls", "list the tags", "list")
    .option("-j, --json", "as JSON", false)
    .action(async (_, command: Command) => {
      process.exitCode = await loadTags().listTags(command.optsWithGlobals());
    });
}

/** `cancel`: the CLI's way out of a lock that a dead run left. */
export function addCancel(program: Command): void {
  const cancel = addProjectOptions(program.command("cancel [name]"));
  refuseFlags(cancel, "cancel");
  cancel
    .description("take a stack's lock away, whoever holds it: for when a run died")
    .option("-y, --yes", "do not ask", false)
    .action(async (name: string | undefined, options: ProjectOptions & { readonly yes: boolean }) => {
      process.exitCode = await load().cancelRun(name, options);
    });
}
