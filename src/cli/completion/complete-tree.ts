import type { Command } from "commander";
import { type Candidate, type Completions, nothing, valuesOf } from "./completions";
import { findPosition, type Position } from "./position";
import type { Source, SourceNames } from "./source-names";
import type * as Sources from "./sources";

const loadSources = (): typeof Sources => require("./sources");

/**
 * Completes the word at the cursor with commands and options from commander's command tree, and with values from the project.
 *
 * @param words The words between the command's name and the current one, without quotes.
 * @param current The word that ends at the cursor, without quotes.
 */
export async function completeTree(
  program: Command,
  words: readonly string[],
  current: string,
  { env, sources }: { readonly env: NodeJS.ProcessEnv; readonly sources: SourceNames },
): Promise<Completions> {
  const position = findPosition(program, words, current);
  const read = (source: Source) =>
    loadSources().completionsFrom(source, {
      cwd: position.given.get("--cwd") ?? ".",
      stack: position.given.get("--stack"),
      env,
    });
  const { option, prefix, path, argument } = position;
  if (option) {
    const source = sources.options[option.long ?? ""];
    const found = option.argChoices
      ? choices(option.argChoices)
      : source === undefined
        ? nothing
        : await read(source);
    return { ...found, candidates: found.candidates.map((one) => ({ ...one, value: prefix + one.value })) };
  }
  if (position.isOption) return valuesOf(optionsOf(position));
  if (path === "help") return valuesOf(subcommandsOf(program));
  const subcommands = position.mayNameSubcommand ? subcommandsOf(position.command) : [];
  const source = argument && sources.arguments[`${path} ${argument.name()}`];
  const found = argument?.argChoices
    ? choices(argument.argChoices)
    : source === undefined
      ? nothing
      : await read(source);
  const candidates = [...subcommands, ...found.candidates];
  if (candidates.length > 0 || found.kind !== "values" || argument) return { ...found, candidates };
  return valuesOf(optionsOf(position));
}

const choices = (values: readonly string[]) => valuesOf(values.map((value) => ({ value, description: "" })));

function subcommandsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), description: one.summary() || one.description() }));
}

/** The options that the command's help lists. */
function optionsOf({ command }: Position): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => ({ value: long ?? short ?? "", description }));
}
