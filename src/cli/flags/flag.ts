import { resolve } from "node:path";
import { type Command, Option } from "commander";

/** One flag of the Pulumi CLI, or one of `nodecloud` alone, and how `nodecloud` treats it. */
export interface Flag {
  /** In commander's notation: `-m, --message <text>`. */
  readonly usage: string;
  /** The commands that have the flag: `up`, `stack init`. */
  readonly commands: readonly string[];
  /** For the help and for docs/engine-flags.md. */
  readonly description: string;
  /** Whether the flag may be given more than once. */
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  /** The value that the flag has when it is given without one. */
  readonly preset?: string;
  readonly parse?: (text: string) => unknown;
  /** The flags that exclude this one, under the names that commander derives. */
  readonly conflicts?: readonly string[];
  /** The Pulumi CLI has no such flag, so it is not passed on. */
  readonly nodecloudOnly?: true;
  /** Present when the embedded engine refuses the flag: what to use instead. The Pulumi CLI still receives the flag. */
  readonly instead?: string;
}

export function declareFlags(command: Command, path: string, flags: readonly Flag[]): void {
  for (const flag of flags) if (flag.commands.includes(path)) command.addOption(toOption(flag));
}

/**
 * Like `declareFlags`, for flags that the Pulumi CLI may receive. It accepts more choices, so `refusalOf` checks those of the embedded
 * engine.
 */
export function declarePassedFlags(command: Command, path: string, flags: readonly Flag[]): void {
  for (const flag of flags) {
    if (!flag.commands.includes(path)) continue;
    const option = toOption(flag);
    if (flag.choices && !flag.nodecloudOnly) option.argParser((text: string) => text);
    command.addOption(option);
  }
}

/** The message about the first given flag that `nodecloud` refuses; undefined when it accepts all. */
export function refusalOf(command: Command, path: string, flags: readonly Flag[]): string | undefined {
  for (const { flag, value } of givenFlags(command, path, flags)) {
    const { choices, instead } = flag;
    const refusal = (what: string, advice: string) =>
      `\`nodecloud ${path}\` does not support ${what}. Nothing was done. ${advice}`;
    if (instead !== undefined) return refusal(longName(flag), instead);
    if (choices && !choices.includes(String(value))) {
      const other = `The embedded engine accepts ${choices.join(", ")}; the Pulumi CLI (\`--engine pulumi\`) may accept more.`;
      return refusal(`${longName(flag)} ${JSON.stringify(value)}`, other);
    }
  }
  return undefined;
}

/** The given flags as arguments for the Pulumi CLI. */
export function toPulumiArguments(command: Command, path: string, flags: readonly Flag[]): readonly string[] {
  return givenFlags(command, path, flags)
    .filter(({ flag }) => !flag.nodecloudOnly)
    .flatMap(({ flag, value }) => {
      if (value === true) return [longName(flag)];
      const values = Array.isArray(value) ? value : [value];
      return values.map((one) => `${longName(flag)}=${fromHere(flag, String(one))}`);
    });
}

/** The CLI is started in the project's folder, and paths are relative to the current folder. */
function fromHere({ usage, repeatable }: Flag, value: string): string {
  if (!usage.includes("<path>")) return value;
  // The CLI splits the values of flags that may be given more than once. An event log can be an address: tcp://...
  const paths = repeatable ? value.split(",") : [value];
  return paths.map((path) => (path === "" || path.includes("://") ? path : resolve(path))).join(",");
}

/**
 * Rewrites `--yes=true` as `--yes` and drops `--yes=false`: the Pulumi CLI accepts both, commander neither. Everything after `--` is a
 * value and stays as it is.
 */
export function withoutBooleanValues(args: readonly string[], flags: readonly Flag[]): readonly string[] {
  const switches = new Set(flags.filter(({ usage }) => !/[<[]/.test(usage)).map(longName));
  const end = args.indexOf("--");
  return args.flatMap((arg, at) => {
    if (end >= 0 && at > end) return [arg];
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
    .filter((flag) => flag.commands.includes(path) && given.has(longName(flag)))
    .map((flag) => ({ flag, value: given.get(longName(flag)) }));
}

function toOption(flag: Flag): Option {
  const option = new Option(flag.usage, flag.description);
  if (flag.choices) option.choices(flag.choices);
  if (flag.preset !== undefined) option.preset(flag.preset);
  if (flag.conflicts) option.conflicts([...flag.conflicts]);
  const { parse = (text: string): unknown => text } = flag;
  if (flag.repeatable)
    option.argParser((text: string, before: readonly unknown[] = []) => [...before, parse(text)]);
  else if (flag.parse) option.argParser(parse);
  if (flag.instead !== undefined) option.hideHelp();
  return option;
}
