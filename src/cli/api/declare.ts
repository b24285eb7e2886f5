import type { Command } from "commander";
import { type Brand, brandOf, interfaceWord, type NamedOperation } from "../../contract";
import { messageOf } from "../message";
import type { GivenCall } from "./call";
import { kebabCase, refuse } from "./names";
import { argumentOptions, type CallSettings, settingsOptions } from "./options";
import { declaredWords } from "./words";

/** Carries out what was given. */
export type Run = (call: GivenCall) => Promise<void>;

/** Declares the operation's arguments and what is done with them. */
export function declare(
  command: Command,
  named: NamedOperation,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  run: Run,
): readonly string[] {
  const { operation } = named;
  const brand = brandIn(words, env, command);
  const options = argumentOptions(operation, brand);
  const places = options.filter(({ argument }) => argument.place === "path");
  const needed = options.filter(({ argument, required }) => required && argument.place !== "path");
  command
    .description(descriptionOf(named, brand))
    .usage(
      [
        ...places.map(({ flag }) => `<${flag.slice(2)}>`),
        ...needed.flatMap(({ options: [first] }) => first?.flags.split(",") ?? []),
        "[options]",
      ].join(" "),
    )
    .allowExcessArguments()
    .action((given: CallSettings & Readonly<Record<string, unknown>>, { args }: Command) =>
      run({ named, command, options, given, positional: args }),
    );
  for (const one of options) for (const option of one.options) command.addOption(option);
  for (const option of settingsOptions(operation)) command.addOption(option);
  return declaredWords(words, command, options);
}

function descriptionOf({ operation }: NamedOperation, brand: Brand): string {
  const [method = "", path = ""] = operation.call.split(" ");
  const scopes = operation.scopes.map(brand.scope).join(" and ");
  const access = scopes === "" ? "no token" : `scope ${scopes}${operation.anonymous ? ", or no token" : ""}`;
  return [
    operation.summary,
    `${method} ${brand.path(path)} (section ${operation.section}; ${access})`,
    ...(operation.beta ? ["Beta: below v4beta, and free to change in ways that break callers."] : []),
    ...(operation.deprecated ? [`Deprecated: use ${replacementOf(operation.deprecated)} instead.`] : []),
  ].join("\n");
}

/** What replaces a deprecated operation: another one as it is called here, or what the interface names. */
export function replacementOf(name: string): string {
  const [group = "", own] = name.split(".");
  return own === undefined ? name : `\`nodecloud api ${kebabCase(group)} ${kebabCase(own)}\``;
}

/** An operation in a line. */
export function summaryOf({ operation }: NamedOperation): string {
  const marks = [...(operation.beta ? ["beta"] : []), ...(operation.deprecated ? ["deprecated"] : [])];
  return operation.summary + (marks.length > 0 ? ` [${marks.join(", ")}]` : "");
}

/** The brand as far as it is known before any stack's configuration is read: names of arguments may carry it. */
function brandIn(words: readonly string[], env: NodeJS.ProcessEnv, command: Command): Brand {
  const at = words.indexOf("--brand");
  const inline = words.find((word) => word.startsWith("--brand="))?.slice("--brand=".length);
  const word = inline ?? (at < 0 ? undefined : words[at + 1]);
  try {
    return brandOf(word || env.NODECLOUD_BRAND || interfaceWord);
  } catch (error) {
    return refuse(command, messageOf(error));
  }
}
