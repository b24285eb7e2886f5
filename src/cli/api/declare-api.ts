import type { Command } from "commander";
import { allOperations, type NamedOperation } from "../../contract";
import { exampleText } from "../flags/examples";
import type { ApiCall } from "./api-call";
import { declareOperation } from "./declare-operation";
import { summaryOf } from "./describe-operation";
import { chooseByName, kebabCase, usageError } from "./names";

/** Declares only the subcommands of `api` that the arguments name, and returns the arguments as these declare them. */
export function declareApi(
  root: Command,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  run: (call: ApiCall) => Promise<void>,
): readonly string[] {
  const groups = operationsByGroup();
  const [groupWord, operationWord, ...rest] = argv;
  for (const [name, members] of groups) {
    const section = [...members.values()][0]?.operation.section ?? "";
    root
      .command(name)
      .summary([...members.keys()].join(", "))
      .description(`Operations of section ${section} of the interface.`);
  }
  if (groupWord === undefined || isHelp(groupWord)) return argv;
  if (groupWord.startsWith("-"))
    usageError(root, "Options go after the operation: nodecloud api <group> <operation> [options].");
  const members = chooseByName(groupWord, groups, { command: root, kind: "group" });
  const groupName = kebabCase(groupWord);
  const group = root.commands.find((one) => one.name() === groupName) ?? root;
  const example = `nodecloud api ${groupName} ${[...members.keys()][0] ?? ""} --help`;
  group
    .usage("<operation> [arguments] [options]")
    .helpCommand(false)
    .addHelpText("after", exampleText([example]));
  for (const [name, named] of members) group.command(name).summary(summaryOf(named));
  if (operationWord === undefined || isHelp(operationWord)) return [groupName, ...argv.slice(1)];
  if (operationWord.startsWith("-"))
    usageError(group, `Options go after the operation: nodecloud api ${groupName} <operation> [options].`);
  const place = ` in the group ${groupName}`;
  const named = chooseByName(operationWord, members, { command: group, kind: "operation", place });
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
