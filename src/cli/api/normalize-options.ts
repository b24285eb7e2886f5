import type { Command, Option } from "commander";
import { chooseByName, kebabCase, usageError } from "./names";
import type { ArgumentOption } from "./options";

/** An option as commander knows it, and the kind of value that follows it. */
interface KnownOption {
  readonly long: string;
  readonly takes: "value" | "nothing" | "boolean";
}

/**
 * Rewrites the options of a command line to their declared form: `--rootPass x` and `--root_pass=x` become `--root-pass=x`, and `--booted
 * false` becomes `--no-booted`. An unknown option is a usage error. The error omits the option's value, which may be a secret.
 */
export function normalizeOptions(
  argv: readonly string[],
  command: Command,
  argumentOptions: readonly ArgumentOption[],
): string[] {
  const known = knownOptions(command, argumentOptions);
  const normalized: string[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") return [...normalized, word, ...rest];
    if (!word.startsWith("--")) {
      normalized.push(word);
      continue;
    }
    const [name = "", inline] = splitAtFirst(word.slice(2), "=");
    refuseAccessToken(name, known, command);
    const { long, takes } = chooseByName(name, known, { command, kind: "argument", prefix: "--" });
    if (takes === "nothing") normalized.push(inline === undefined ? long : refuseValue(long, command));
    else if (takes === "boolean")
      normalized.push(formatBooleanFlag(long, inline ?? shiftBoolean(rest), command));
    else {
      const value = inline ?? rest.shift();
      normalized.push(...(value === undefined ? [long] : [`${long}=${value}`]));
    }
  }
  return normalized;
}

function knownOptions(
  command: Command,
  argumentOptions: readonly ArgumentOption[],
): Map<string, KnownOption> {
  const known = new Map<string, KnownOption>([["help", { long: "--help", takes: "nothing" }]]);
  const booleans = new Set<Option>();
  for (const { argument, flag, options } of argumentOptions) {
    const isBoolean = argument.form === "boolean" && !argument.repeated;
    if (isBoolean) for (const option of options) booleans.add(option);
    known.set(kebabCase(argument.name), { long: flag, takes: isBoolean ? "boolean" : "value" });
  }
  for (const option of command.options) {
    const long = option.long ?? "";
    const takes = option.required ? "value" : booleans.has(option) && !option.negate ? "boolean" : "nothing";
    known.set(long.slice(2), { long, takes });
  }
  return known;
}

function refuseAccessToken(name: string, known: ReadonlyMap<string, KnownOption>, command: Command): void {
  if (kebabCase(name) !== "token" || known.has("token")) return;
  usageError(
    command,
    "The access token cannot be given on the command line, where other users of this machine can read it. Set NODECLOUD_TOKEN in the environment, or use --stack to specify a stack whose configuration contains the token.",
  );
}

function shiftBoolean(argv: string[]): string | undefined {
  return argv[0] === "true" || argv[0] === "false" ? argv.shift() : undefined;
}

function formatBooleanFlag(long: string, value: string | undefined, command: Command): string {
  if (value === undefined || value === "true") return long;
  if (value === "false") return `--no-${long.slice(2)}`;
  return usageError(command, `${long} must be true or false: write ${long} or --no-${long.slice(2)}.`);
}

function refuseValue(long: string, command: Command): never {
  return usageError(command, `${long} takes no value.`);
}

function splitAtFirst(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}
