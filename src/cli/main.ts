#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import type { StackCommandOptions } from "./stack.command";

// Each subcommand is loaded when it is run, so that none pays for the libraries of another.
const loadEmulator = (): typeof import("./emulator.command") => require("./emulator.command");
const loadConfig = (): typeof import("./config.command") => require("./config.command");
const loadStack = (): typeof import("./stack.command") => require("./stack.command");

/** Exit codes are the Pulumi CLI's: 2 is a wrong command line. */
const usageError = 2;

export function createProgram(): Command {
  const program = new Command("nodecloud")
    .description(
      "Runs Pulumi programs without the Pulumi CLI, and an emulator of the service to run them against.",
    )
    .version(readVersion())
    .showHelpAfterError("(add --help for the options)");
  addEmulator(program);
  addStackCommand(program, "preview", "show what `up` would do");
  addStackCommand(program, "up", "make the stack as the program declares it");
  addStackCommand(program, "refresh", "bring the state up to what the service says");
  addStackCommand(program, "destroy", "delete everything in the stack");
  addConfig(program);
  return program;
}

function addEmulator(program: Command): void {
  program
    .command("emulator")
    .description("run an emulator of the service on 127.0.0.1, with a small world in it")
    .option("--port <number>", "the port; 0: any free one", wholeNumber, 4119)
    .option("--brand <word>", "the word that stands for `node` in paths, fields and scopes", "node")
    .option("--speed <factor>", "how much faster than real its clock runs", positiveNumber, 1)
    .option("--seed <number>", "seed of its ids and chances", wholeNumber)
    .option("--exec <command>", "run this command with the environment set, then end with its exit code")
    .option("--json", "print address and tokens as one line of JSON", false)
    .action(async (options) => {
      process.exitCode = await loadEmulator().runEmulator(options);
    });
}

function addStackCommand(
  program: Command,
  operation: "preview" | "up" | "refresh" | "destroy",
  description: string,
): void {
  const command = program
    .command(operation)
    .description(description)
    .option("-C, --cwd <folder>", "the project's folder, or one below it", ".")
    .option("-s, --stack <name>", "the stack", process.env.PULUMI_STACK || "dev")
    .addOption(
      new Option(
        "--engine <engine>",
        "what runs the program; auto: a `pulumi` on the PATH, else the embedded engine",
      )
        .choices(["auto", "pulumi", "embedded"])
        .default("auto"),
    )
    .option("-p, --parallel <count>", "how many operations at a time", atLeastOne)
    .option("--diff", "show every field", false)
    .option("--expect-no-changes", "end with 7 when there are changes", false)
    .option("--json", "print the steps as data, one JSON object a line", false);
  if (operation !== "preview") command.option("-y, --yes", "do not ask before anything is changed", false);
  command.action(async (options: Omit<StackCommandOptions, "operation">) => {
    process.exitCode = await loadStack().runStackCommand({ ...options, operation });
  });
}

function addConfig(program: Command): void {
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
      process.exitCode = await loadConfig().setConfig(key, value, options);
    });
  subcommand("get", "print a value, secrets too")
    .argument("<key>", "name, or namespace:name")
    .action(async (key: string, options) => {
      process.exitCode = await loadConfig().getConfig(key, options);
    });
  subcommand("rm", "remove a value")
    .argument("<key>", "name, or namespace:name")
    .action(async (key: string, options) => {
      process.exitCode = await loadConfig().removeConfig(key, options);
    });
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 0.");
  return Number(text);
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError("It must be a whole number from 1.");
  return number;
}

function positiveNumber(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}

function readVersion(): string {
  const file: unknown = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8"));
  return typeof file === "object" && file !== null && "version" in file ? String(file.version) : "unknown";
}

async function main(): Promise<void> {
  const program = createProgram();
  const commands = (command: Command): Command[] => [command, ...command.commands.flatMap(commands)];
  for (const command of commands(program)) command.exitOverride();
  try {
    await program.parseAsync();
  } catch (error) {
    if (isCommanderError(error)) {
      process.exitCode = error.exitCode === 0 ? 0 : usageError;
      return;
    }
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function isCommanderError(error: unknown): error is { readonly exitCode: number } {
  return error instanceof Error && error.name === "CommanderError" && "exitCode" in error;
}

if (require.main === module) void main();
