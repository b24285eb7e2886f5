import { Command } from "commander";
import { allOperations, type NamedOperation } from "../../contract";
import { printableText } from "../../printable";
import type { ApiCall } from "./api-call";
import type * as Call from "./call";
import { type CommandContext, contextOf, withPrintableMessages } from "./context";
import { declareOperation } from "./declare-operation";
import { summaryOf } from "./describe-operation";
import { chooseByName, kebabCase, usageError } from "./names";

const loadCall = (): typeof Call => require("./call");

/** Runs `nodecloud api` with the words after it. Its subcommands, options and help come from the contract. */
export async function runApi(
  words: readonly string[],
  processContext: CommandContext = contextOf(process),
): Promise<number> {
  const context = withPrintableMessages(processContext);
  const root = new Command("nodecloud api")
    .description("Call an operation of the service and print the answer.")
    .usage("<group> <operation> [arguments] [options]")
    .helpOption("-h, --help", "Show help")
    .helpCommand(false)
    .showHelpAfterError("(add --help to list the choices)")
    .exitOverride()
    .configureOutput({
      writeErr: context.printMessage,
      // A reader that closes the output early does not want the rest of the help.
      writeOut: (text) => void context.output.write(printableText(text)).catch(() => undefined),
    })
    .addHelpText("after", notes);
  let exitCode = 0;
  const run = async (call: ApiCall) => {
    exitCode = await loadCall().runCall(call, context);
  };
  await root.parseAsync([...declareFor(words, root, context.env, run)], { from: "user" });
  return exitCode;
}

const notes = `
The value of any argument can be @FILE, or @- for the input. Use this for passwords and card numbers: other users of
the machine can read the command line. To give a value that begins with @, write @@.
Exit codes: 0 success, 1 the service rejected the call or can't be reached, 2 wrong command line, 3 authentication,
130 interrupted by SIGINT, 143 by SIGTERM.

  nodecloud api instances list --columns id,label,status
  nodecloud api instances create --help
  nodecloud api instances create --region us-east --type g1-nano-1 --image private/1 --root-pass @password.txt`;

/** Declares only the subcommands that the words name, and returns the words as they are declared. */
function declareFor(
  words: readonly string[],
  root: Command,
  env: NodeJS.ProcessEnv,
  run: (call: ApiCall) => Promise<void>,
): readonly string[] {
  const groups = operationsByGroup();
  const [groupWord, operationWord, ...rest] = words;
  for (const [name, members] of groups) {
    const section = [...members.values()][0]?.operation.section ?? "";
    root
      .command(name)
      .summary([...members.keys()].join(", "))
      .description(`Operations of section ${section} of the interface.`);
  }
  if (groupWord === undefined || isHelp(groupWord)) return words;
  if (groupWord.startsWith("-"))
    usageError(root, "Options go after the operation: nodecloud api <group> <operation> [options].");
  const members = chooseByName(groupWord, groups, { command: root, kind: "group" });
  const groupName = kebabCase(groupWord);
  const group = root.commands.find((one) => one.name() === groupName) ?? root;
  group.usage("<operation> [arguments] [options]").helpCommand(false);
  for (const [name, named] of members) group.command(name).summary(summaryOf(named));
  if (operationWord === undefined || isHelp(operationWord)) return [groupName, ...words.slice(1)];
  if (operationWord.startsWith("-"))
    usageError(group, `Options go after the operation: nodecloud api ${groupName} <operation> [options].`);
  const named = chooseByName(operationWord, members, { command: group, kind: `operation of ${groupName}` });
  const operationName = kebabCase(operationWord);
  const command = group.commands.find((one) => one.name() === operationName) ?? group;
  return [groupName, operationName, ...declareOperation(command, named, rest, env, run)];
}

function operationsByGroup(): Map<string, Map<string, NamedOperation>> {
  const groups = new Map<string, Map<string, NamedOperation>>();
  for (const named of allOperations) {
    const group = kebabCase(named.group);
    const members = groups.get(group) ?? new Map<string, NamedOperation>();
    groups.set(group, members.set(kebabCase(named.name.slice(named.group.length + 1)), named));
  }
  return groups;
}

const isHelp = (word: string) => word === "--help" || word === "-h";
