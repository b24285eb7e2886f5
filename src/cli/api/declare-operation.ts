import type { Command } from "commander";
import { type Brand, brandOf, interfaceWord, type NamedOperation } from "../../contract";
import { messageOf } from "../../unknown";
import { exampleText } from "../flags/examples";
import type { ApiCall } from "./api-call";
import { descriptionOf } from "./describe-operation";
import { exampleOf } from "./example";
import { usageError } from "./names";
import { normalizeOptions } from "./normalize-options";
import { argumentOptions, type CallSettings, settingsOptions } from "./options";

/** Declares an operation's options, and returns the words of the command line as the options are declared. */
export function declareOperation(
  command: Command,
  named: NamedOperation,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  run: (call: ApiCall) => Promise<void>,
): readonly string[] {
  const { operation } = named;
  const brand = findBrand(argv, env, command);
  const options = argumentOptions(operation, brand);
  const pathParameters = options.filter(({ argument }) => argument.place === "path");
  const required = options.filter(({ argument, required }) => required && argument.place !== "path");
  command
    .description(descriptionOf(named, brand))
    .usage(
      [
        ...pathParameters.map(({ flag }) => `<${flag.slice(2)}>`),
        ...required.flatMap(({ options: [first] }) => first?.flags.split(",") ?? []),
        "[options]",
      ].join(" "),
    )
    .allowExcessArguments()
    .addHelpText("after", exampleText([exampleOf(named, options, brand)]))
    .action((values: CallSettings & Readonly<Record<string, unknown>>, { args }: Command) =>
      run({ named, command, options, values, positional: args }),
    );
  for (const one of options) for (const option of one.options) command.addOption(option);
  for (const option of settingsOptions(operation)) command.addOption(option);
  return normalizeOptions(argv, command, options);
}

/** The brand from the command line or the environment. It is needed before parsing, because the names of options contain it. */
function findBrand(argv: readonly string[], env: NodeJS.ProcessEnv, command: Command): Brand {
  const index = argv.indexOf("--brand");
  const inline = argv.find((word) => word.startsWith("--brand="))?.slice("--brand=".length);
  const word = inline ?? (index < 0 ? undefined : argv[index + 1]);
  try {
    return brandOf(word || env.NODECLOUD_BRAND || interfaceWord);
  } catch (error) {
    return usageError(command, messageOf(error));
  }
}
