import type { Command } from "commander";
import { addProjectOptions } from "../flags/project-options";
import { addStackFlags } from "../flags/stack-flags";
import { parsePath } from "../flags/value-parsers";
import type * as Change from "./change";
import type * as Show from "./show";

const loadShow = (): typeof Show => require("./show");
const loadChange = (): typeof Change => require("./change");

/** `config`: its subcommands behave and print like those of the Pulumi CLI, and use the same file. */
export function addConfig(program: Command): void {
  const config = addProjectOptions(program.command("config"))
    .description("Show or change a stack's configuration")
    .option("-j, --json", "Print JSON", false)
    .option("--show-secrets", "Show secrets in plain text", false)
    .option("--config-file <path>", "Configuration file to use instead of Pulumi.<stack>.yaml", parsePath)
    .action(async (options) => {
      process.exitCode = await loadShow().listConfig(options);
    });
  addStackFlags(config, "config");
  const add = (name: string, description: string) => {
    const command = addProjectOptions(config.command(name))
      .description(description)
      .argument("<key>", "name, or namespace:name")
      .option("--path", "Treat the key as a path: outer.inner, names[0]", false);
    addStackFlags(command, `config ${name}`);
    return command;
  };
  add("set", "Set a value; without one, read it from standard input")
    .argument("[value]")
    .configureOutput({ outputError: (message, write) => write(withoutUnknownOption(message)) })
    .option("--secret", "Encrypt the value", false)
    .option("--plaintext", "Save the value unencrypted, without a warning if it looks like a secret", false)
    .option("--raw", "Keep a trailing newline of a value read from standard input", false)
    .action(async (key: string, value: string | undefined, _, command: Command) => {
      process.exitCode = await loadChange().setConfig(key, value, command.optsWithGlobals());
    });
  add("get", "Print a value; secrets are decrypted")
    .option("-j, --json", "Print JSON", false)
    .action(async (key: string, _, command: Command) => {
      process.exitCode = await loadShow().getConfig(key, command.optsWithGlobals());
    });
  add("rm", "Remove a value")
    .aliases(["remove", "delete"])
    .action(async (key: string, _, command: Command) => {
      process.exitCode = await loadChange().removeConfig(key, command.optsWithGlobals());
    });
}

/** What looks like an unknown option may be a secret value that begins with a hyphen. */
function withoutUnknownOption(message: string): string {
  return message.replace(
    /unknown option '.*'/s,
    "unknown option. Write -- before a value that begins with a hyphen: nodecloud config set KEY -- VALUE",
  );
}
