import type { Command, Option } from "commander";
import { choose, kebabCase, refuse } from "./names";
import type { ArgumentOption } from "./options";

/** How a word on the command line is understood: the option's long form, and whether a value belongs to it. */
interface KnownWord {
  readonly long: string;
  readonly takes: "value" | "nothing" | "truth";
}

/**
 * The words of a command line with its options as they are declared: `--rootPass x` and `--root_pass=x` as `--root-pass=x`,
 * `--booted false` as `--no-booted`. An unknown option ends the command; its value, which may be a secret, is not repeated.
 */
export function declaredWords(
  words: readonly string[],
  command: Command,
  argumentOptions: readonly ArgumentOption[],
): string[] {
  const known = knownWords(command, argumentOptions);
  const declared: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--") return [...declared, word, ...left];
    if (!word.startsWith("--")) {
      declared.push(word);
      continue;
    }
    const [name = "", inline] = splitAtFirst(word.slice(2), "=");
    refuseAccessToken(name, known, command);
    const { long, takes } = choose(name, known, { command, kind: "argument", prefix: "--" });
    if (takes === "nothing") declared.push(inline === undefined ? long : refuseValue(long, command));
    else if (takes === "truth") declared.push(truthOf(long, inline ?? nextTruth(left), command));
    else {
      const value = inline ?? left.shift();
      declared.push(...(value === undefined ? [long] : [`${long}=${value}`]));
    }
  }
  return declared;
}

function knownWords(command: Command, argumentOptions: readonly ArgumentOption[]): Map<string, KnownWord> {
  const known = new Map<string, KnownWord>([["help", { long: "--help", takes: "nothing" }]]);
  const truths = new Set<Option>();
  for (const { argument, flag, options } of argumentOptions) {
    const isTruth = argument.form === "boolean" && !argument.repeated;
    if (isTruth) for (const option of options) truths.add(option);
    known.set(kebabCase(argument.name), { long: flag, takes: isTruth ? "truth" : "value" });
  }
  for (const option of command.options) {
    const long = option.long ?? "";
    const takes = option.required ? "value" : truths.has(option) && !option.negate ? "truth" : "nothing";
    known.set(long.slice(2), { long, takes });
  }
  return known;
}

function refuseAccessToken(name: string, known: ReadonlyMap<string, KnownWord>, command: Command): void {
  if (kebabCase(name) !== "token" || known.has("token")) return;
  refuse(
    command,
    "the access token is not taken from the command line, where others on this machine can see it: put it into the environment variable NODECLOUD_TOKEN, or into the configuration of a stack and name that with --stack.",
  );
}

function nextTruth(left: string[]): string | undefined {
  return left[0] === "true" || left[0] === "false" ? left.shift() : undefined;
}

function truthOf(long: string, value: string | undefined, command: Command): string {
  if (value === undefined || value === "true") return long;
  if (value === "false") return `--no-${long.slice(2)}`;
  return refuse(command, `${long} is true or false: write ${long} or --no-${long.slice(2)}.`);
}

function refuseValue(long: string, command: Command): never {
  return refuse(command, `${long} takes no value.`);
}

function splitAtFirst(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
