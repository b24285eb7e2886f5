import type { Argument, Command, Option } from "commander";

/** The word at the cursor: the value of an option, or another word. */
export interface Position {
  /** The command of the words before the cursor. */
  readonly command: Command;
  /** Names of the command and of those above it, without the program's: `stack select`. */
  readonly path: string;
  /** The option whose value is at the cursor. */
  readonly option: Option | undefined;
  /** The part of the same word before that value: `--stack=`. */
  readonly prefix: string;
  /** The argument at the cursor, if it is not an option or its value. */
  readonly argument: Argument | undefined;
  /** Whether the name of an option begins at the cursor. */
  readonly isOption: boolean;
  /** Whether a subcommand can follow at the cursor. */
  readonly mayNameSubcommand: boolean;
  /** The last value of each option before the cursor, by its long name. */
  readonly given: ReadonlyMap<string, string>;
}

/** Reads the words before the cursor as commander does, without its errors. */
export function findPosition(program: Command, words: readonly string[], current: string): Position {
  let command = program;
  const path: string[] = [];
  const given = new Map<string, string>();
  let count = 0;
  let isAfterDoubleDash = false;
  let awaiting: Option | undefined;
  for (const word of words) {
    const option: Option | undefined = isAfterDoubleDash ? undefined : findOption(command, word);
    const subcommand: Command | undefined = count === 0 ? findSubcommand(command, word) : undefined;
    if (awaiting && (awaiting.required || !word.startsWith("-"))) {
      given.set(awaiting.long ?? "", word);
      awaiting = undefined;
    } else if (option) {
      awaiting = takesValue(option) && !hasInlineValue(option, word) ? option : undefined;
      if (awaiting === undefined) given.set(option.long ?? "", inlineValue(option, word));
    } else if (word === "--" && !isAfterDoubleDash) {
      isAfterDoubleDash = true;
    } else if (word.startsWith("-") && !isAfterDoubleDash) {
      awaiting = undefined;
    } else if (subcommand) {
      command = subcommand;
      path.push(command.name());
    } else count++;
  }
  const inline = isAfterDoubleDash ? undefined : /^--[^=]+=/.exec(current)?.[0];
  const isOption = !isAfterDoubleDash && current.startsWith("-");
  if (awaiting && isOption && !awaiting.required) awaiting = undefined;
  const option = awaiting ?? (inline === undefined ? undefined : findOption(command, current));
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[count] ?? (last?.variadic ? last : undefined);
  return {
    command,
    path: path.join(" "),
    option,
    prefix: awaiting === undefined ? (inline ?? "") : "",
    argument: option || isOption ? undefined : argument,
    isOption,
    mayNameSubcommand: count === 0 && !isAfterDoubleDash && !option && !isOption,
    given,
  };
}

/** The option of a word, which may belong to a parent command: `stack --cwd x ls` and `stack ls --cwd x` are the same. */
function findOption(command: Command, word: string): Option | undefined {
  const name = word.startsWith("--") ? word.replace(/=.*$/s, "") : word.slice(0, 2);
  if (!/^-./.test(name) || name === "--") return undefined;
  for (let owner: Command | null = command; owner !== null; owner = owner.parent) {
    const found = owner.options.find(({ long, short }) => long === name || short === name);
    if (found) return found;
  }
  return undefined;
}

function findSubcommand(command: Command, word: string): Command | undefined {
  return command
    .createHelp()
    .visibleCommands(command)
    .find((one) => one.name() === word || one.aliases().includes(word));
}

const takesValue = ({ required, optional }: Option) => required || optional;

const hasInlineValue = (option: Option, word: string) => inlineValue(option, word) !== "";

/** `x` of `--stack=x` and of `-sx`. */
function inlineValue({ short }: Option, word: string): string {
  if (word.startsWith("--")) return /^[^=]*=(.*)$/s.exec(word)?.[1] ?? "";
  return short !== undefined && word.startsWith(short) ? word.slice(short.length) : "";
}
