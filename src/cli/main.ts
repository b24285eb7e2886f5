#!/usr/bin/env node
import { resolve } from "node:path";
import { Command, Help, type Option } from "commander";
import { messageOf } from "../unknown";
import { addAdopt } from "./adopt/usage";
import { addApi } from "./api/usage";
import { addCompletion } from "./completion/usage";
import { addConfig } from "./config/usage";
import { addDoctor } from "./doctor/usage";
import { addDrift } from "./drift/usage";
import { addEmulator } from "./emulator/usage";
import { loadEnglishOnly } from "./english-only";
import { addExamples } from "./flags/examples";
import { withoutBooleanValues } from "./flags/flag";
import { operationFlags } from "./flags/operation-flags";
import { addNew } from "./new/usage";
import { addOperation } from "./operation/usage";
import { readVersion } from "./package-version";
import { printError } from "./print";
import { addRecover } from "./recover/usage";
import { addCancel, addStack } from "./stack/usage";
import type * as Start from "./start/run";
import { addState } from "./state/usage";

/** The Pulumi CLI's exit code for a usage error, but a different one for commands whose exit code 2 is or may become a verdict. */
const usageErrorCode = (command: string | undefined) => (verdictCommands.has(command ?? "") ? 64 : 2);
const verdictCommands: ReadonlySet<string> = new Set(["drift", "adopt", "recover"]);

export function createProgram(): Command {
  const program = new Command("nodecloud")
    .description("Run Pulumi programs with or without the Pulumi CLI, call the service, or emulate it.")
    .version(readVersion(), "-V, --version", "Print the version")
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .configureOutput({
      writeErr: printError,
      outputError: (message, write) => write(withoutSecretValues(message)),
    })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError("(add --help for the options)");
  addNew(program);
  addOperation(program, "preview", "Show the changes that `up` would make");
  addOperation(program, "up", "Create or update the resources of a stack");
  addOperation(program, "refresh", "Update a stack's state to match the service");
  addOperation(program, "destroy", "Delete all resources of a stack");
  addDrift(program);
  addAdopt(program);
  addRecover(program);
  addStack(program);
  addConfig(program);
  addState(program);
  addCancel(program);
  addApi(program);
  addDoctor(program);
  addEmulator(program);
  addCompletion(program);
  addExamples(program);
  return program;
}

/** The value of a misspelled option may be a secret, as may that of `--config` (`-c=key=value`, which the Pulumi CLI accepts). */
function withoutSecretValues(message: string): string {
  return message
    .replace(/unknown option '(--[^'=]+)=.*'/s, "unknown option '$1'")
    .replace(/('-c, --config <key=value>' argument) '.*' is invalid/s, "$1 is invalid");
}

/** Omits the default of switches, which is always false. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(/ \(default: false\)$/, "");
}

/** Runs the arguments of a `nodecloud` command line and sets the process's exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const program = createProgram();
  const withSubcommands = (command: Command): Command[] => [
    command,
    ...command.commands.flatMap(withSubcommands),
  ];
  for (const command of withSubcommands(program)) command.exitOverride();
  try {
    // The path is relative to the current folder, but the Pulumi CLI would resolve it against the program's folder.
    const { PULUMI_CONFIG_PASSPHRASE_FILE: passphraseFile } = process.env;
    if (passphraseFile) process.env.PULUMI_CONFIG_PASSPHRASE_FILE = resolve(passphraseFile);
    if (args.length === 0) return await loadStart().runStart();
    await program.parseAsync(withoutBooleanValues(args, operationFlags), { from: "user" });
  } catch (error) {
    if (isCommanderError(error)) {
      process.exitCode = error.exitCode === 0 ? 0 : usageErrorCode(program.args[0]);
      return;
    }
    printError(`error: ${messageOf(error)}\n`);
    process.exitCode = loadState().exitCodeOfError(error);
  }
}

const loadStart = (): typeof Start => require("./start/run");
const loadState = (): typeof import("../state") => require("../state");

function isCommanderError(error: unknown): error is { readonly exitCode: number } {
  return error instanceof Error && error.name === "CommanderError" && "exitCode" in error;
}

/**
 * Output can fail at any time: a reader such as `head` ends, the terminal is closed, the disk of a log is full. The command
 * continues: a run must not end in the middle. Unless the reader ended, the exit code says that output is missing.
 */
function ignoreOutputErrors(): void {
  let isMissing = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if ("code" in error && error.code === "EPIPE") return;
      if (!isMissing && stream === process.stdout)
        process.stderr.write(`error: The output is incomplete: ${messageOf(error)}\n`);
      isMissing = true;
    });
  }
  process.on("exit", () => {
    if (isMissing) process.exitCode ||= 1;
  });
}

if (require.main === module) {
  ignoreOutputErrors();
  loadEnglishOnly();
  void runCommandLine(process.argv.slice(2));
}
