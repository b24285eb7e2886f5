import type { Command } from "commander";
import { refuseFlags } from "../flags/stack-flags";
import { addProjectOptions } from "../project-options";

const load = (): typeof import("./read") => require("./read");

/** `config`, of which each subcommand does and prints what that of the CLI does, on the same file. */
export function addConfig(program: Command): void {
  const config = addProjectOptions(program.command("config"))
    .description("list a stack's configuration, or read and change a value")
    .option("-j, --json", "as JSON", false)
    .option("--show-secrets", "secrets in clear", false)
    .option("--config-file <path>", "this file, instead of Pulumi.<stack>.yaml")
    .action(async (options) => {
      process.exitCode = await load().listConfig(options);
    });
  refuseFlags(config, "config");
  const add = (name: string, description: string) => {
    const command = addProjectOptions(config.command(name))
      .description(description)
      .argument("<key>", "name, or namespace:name")
      .option("--path", "the key leads into a value: outer.inner, names[0]", false);
    refuseFlags(command, `config ${name}`);
    return command;
  };
  add("set", "set a value; without one, read it from the input")
    .argument("[value]")
    .option("--secret", "encrypt it", false)
    .option("--plaintext", "do not, though it looks like a secret", false)
    .option("--raw", "keep the line feed at the end of a value that is read from the input", false)
    .action(async (key: string, value: string | undefined, _, command: Command) => {
      process.exitCode = await load().setConfig(key, value, command.optsWithGlobals());
    });
  add("get", "print a value, secrets too")
    .option("-j, --json", "as JSON", false)
    .action(async (key: string, _, command: Command) => {
      process.exitCode = await load().getConfig(key, command.optsWithGlobals());
    });
  add("rm", "remove a value")
    .aliases(["remove", "delete"])
    .action(async (key: string, _, command: Command) => {
      process.exitCode = await load().removeConfig(key, command.optsWithGlobals());
    });
}
