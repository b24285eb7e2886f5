import { type Command, Option } from "commander";

export type OperationName = "preview" | "up" | "refresh" | "destroy";

/** One flag of the Pulumi CLI, or of our own, and what becomes of it here. */
export interface Flag {
  /** As it is written: `-m, --message <text>`. */
  readonly usage: string;
  /** The commands that have it. */
  readonly on: readonly string[];
  /** What it does, for the help and for docs/engine.md. */
  readonly does: string;
  /** May be given more than once. */
  readonly list?: true;
  readonly choices?: readonly string[];
  /** What an optional value is where it is left out. */
  readonly preset?: string;
  readonly parse?: (text: string) => unknown;
  /** Not together with this one, by its long name without hyphens in front. */
  readonly conflicts?: string;
  /** Ours alone: not handed over to the CLI. */
  readonly own?: true;
  /** It is not done here: what to use instead. It is handed over to the CLI all the same. */
  readonly instead?: string;
}

export function declareFlags(command: Command, path: string, flags: readonly Flag[]): void {
  for (const flag of flags) if (flag.on.includes(path)) command.addOption(optionOf(flag));
}

/** The first flag on the command line that is not done here, in words; undefined: there is none. */
export function refusalOf(command: Command, path: string, flags: readonly Flag[]): string | undefined {
  const { flag } = givenFlags(command, path, flags).find(({ flag }) => flag.instead !== undefined) ?? {};
  return flag && `\`nodecloud ${path}\` does not do ${longName(flag)}. Nothing was done. ${flag.instead}`;
}

/** The flags that stand on the command line, as the CLI takes them. */
export function asArguments(command: Command, path: string, flags: readonly Flag[]): readonly string[] {
  return givenFlags(command, path, flags)
    .filter(({ flag }) => !flag.own)
    .flatMap(({ flag, value }) => {
      if (value === true) return [longName(flag)];
      const values = Array.isArray(value) ? value : [value];
      return values.map((one) => `${longName(flag)}=${String(one)}`);
    });
}

/** pflag also takes `--yes=true` and `--yes=false`, which is what scripts write. */
export function withoutBooleanValues(args: readonly string[], flags: readonly Flag[]): readonly string[] {
  const switches = new Set(flags.filter(({ usage }) => !/[<[]/.test(usage)).map(longName));
  return args.flatMap((arg) => {
    const [, name = "", value] = /^(--[a-z-]+)=(true|false)$/.exec(arg) ?? [];
    if (!switches.has(name)) return [arg];
    return value === "true" ? [name] : [];
  });
}

/** `--message` of `-m, --message <text>`. */
export function longName({ usage }: Flag): string {
  return /--[a-z-]+/.exec(usage)?.[0] ?? usage;
}

function givenFlags(command: Command, path: string, flags: readonly Flag[]) {
  const given = new Map(
    command.options
      .filter((option) => command.getOptionValueSource(option.attributeName()) === "cli")
      .map((option): [string | undefined, unknown] => [
        option.long,
        command.getOptionValue(option.attributeName()),
      ]),
  );
  return flags
    .filter((flag) => flag.on.includes(path) && given.has(longName(flag)))
    .map((flag) => ({ flag, value: given.get(longName(flag)) }));
}

function optionOf(flag: Flag): Option {
  const option = new Option(flag.usage, flag.does);
  if (flag.choices) option.choices(flag.choices);
  if (flag.preset !== undefined) option.preset(flag.preset);
  if (flag.conflicts) option.conflicts(flag.conflicts);
  const { parse = (text: string): unknown => text } = flag;
  if (flag.list)
    option.argParser((text: string, before: readonly unknown[] = []) => [...before, parse(text)]);
  else if (flag.parse) option.argParser(parse);
  if (flag.instead !== undefined) option.hideHelp();
  return option;
}
