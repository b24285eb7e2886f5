import type { Command } from "commander";

const load = (): typeof import("./config.command") => require("./config.command");

export function addConfig(program: Command): void {
  const config = program.command("config").description("read and change a stack's configuration");
  const subcommand = (name: string, description: string) =>
    config
      .command(name)
      .description(description)
      .option("-C, --cwd <folder>", "the project's folder, or one below it", ".")
      .option("-s, --stack <name>", "the stack", process.env.PULUMI_STACK || "dev");
  subcommand("set", "set a value; without one, read it from the input")
    .argument("<key>", "name, or namespace:name")
    .argument("[value]")
    .option("--secret", "encrypt it", false)
    .action(async (key: string, value: string | undefined, options) => {
      process.exitCode = await load().setConfig(key, value, options);
    });
  subcommand("get", "print a value, secrets too")
    .argument("<key>", "name, or namespace:name")
    .action(async (key: string, options) => {
      process.exitCode = await load().getConfig(key, options);
    });
  subcommand("rm", "remove a value")
    .argument("<key>", "name, or namespace:name")
    .action(async (key: string, options) => {
      process.exitCode = await load().removeConfig(key, options);
    });
}
