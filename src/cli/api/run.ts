import { Command } from "commander";
import { allOperations, type NamedOperation } from "../../contract";
import { printableText } from "../../printable";
import { declare, type Run, summaryOf } from "./declare";
import { choose, kebabCase, refuse } from "./names";
import { printably, type Surroundings, surroundingsOf } from "./surroundings";

const loadCall = (): typeof import("./call") => require("./call");

/** Runs `nodecloud api` with the words that follow it; its subcommands, options and help are made from the contract. */
export async function runApi(
  words: readonly string[],
  surroundings: Surroundings = surroundingsOf(process),
): Promise<number> {
  const around = printably(surroundings);
  const root = new Command("nodecloud api")
    .description("Calls an operation of the service and prints what it answers.")
    .usage("<group> <operation> [arguments] [options]")
    .helpCommand(false)
    .showHelpAfterError("(add --help to see what there is)")
    .exitOverride()
    .configureOutput({
      writeErr: around.say,
      writeOut: (text) => void around.output.write(printableText(text)).catch(ignore),
    })
    .addHelpText("after", guide);
  let exitCode = 0;
  const run: Run = async (call) => {
    exitCode = await loadCall().carryOut(call, around);
  };
  await root.parseAsync([...grow(root, words, around.env, run)], { from: "user" });
  return exitCode;
}

const guide = `
Any argument can be @FILE, or @- for the input: the way for passwords and card numbers, which others on this machine
could read on the command line. A value that begins with @ is written with two.
Exit codes: 0 done, 1 the service refused or can't be reached, 2 a wrong command line, 3 authentication, 130 and 143
interrupted (SIGINT, SIGTERM).

  nodecloud api instances list --columns id,label,status
  nodecloud api instances create --help
  nodecloud api instances create --region us-east --type g1-nano-1 --image private/1 --root-pass @password.txt`;

/** Adds to the command what the words ask for, and answers them as they are declared. */
function grow(root: Command, words: readonly string[], env: NodeJS.ProcessEnv, run: Run): readonly string[] {
  const groups = byGroup();
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
    refuse(root, "options stand after the operation: nodecloud api <group> <operation> [options].");
  const members = choose(groupWord, groups, { command: root, kind: "group" });
  const groupName = kebabCase(groupWord);
  const group = root.commands.find((one) => one.name() === groupName) ?? root;
  group.usage("<operation> [arguments] [options]").helpCommand(false);
  for (const [name, named] of members) {
    group.command(name).summary(summaryOf(named));
  }
  if (operationWord === undefined || isHelp(operationWord)) return [groupName, ...words.slice(1)];
  if (operationWord.startsWith("-"))
    refuse(group, `options stand after the operation: nodecloud api ${groupName} <operation> [options].`);
  const named = choose(operationWord, members, { command: group, kind: `operation of ${groupName}` });
  const operationName = kebabCase(operationWord);
  const command = group.commands.find((one) => one.name() === operationName) ?? group;
  return [groupName, operationName, ...declare(command, named, rest, env, run)];
}

function byGroup(): Map<string, Map<string, NamedOperation>> {
  const groups = new Map<string, Map<string, NamedOperation>>();
  for (const named of allOperations) {
    const group = kebabCase(named.group);
    const members = groups.get(group) ?? new Map<string, NamedOperation>();
    groups.set(group, members.set(kebabCase(named.name.slice(named.group.length + 1)), named));
  }
  return groups;
}

const isHelp = (word: string) => word === "--help" || word === "-h";
/** Who has stopped reading the help needs no more of it. */
const ignore = () => undefined;
