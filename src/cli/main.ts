#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { addApi } from "./api/usage";
import { addConfig } from "./config/usage";
import { addEmulator } from "./emulator/usage";
import { withoutBooleanValues } from "./flags/flag";
import { operationFlags } from "./flags/operation-flags";
import { messageOf } from "./message";
import { addOperation } from "./operation/usage";
import { complain } from "./print";
import { addCancel, addStack } from "./stack/usage";
import { addState } from "./state/usage";

/** Exit codes are the Pulumi CLI's: 2 is a wrong command line. */
const usageError = 2;

export function createProgram(): Command {
  const program = new Command("nodecloud")
    .description(
      "Runs Pulumi programs without the Pulumi CLI, and an emulator of the service to run them against.",
    )
    .version(readVersion())
    .configureOutput({ writeErr: complain })
    .showHelpAfterError("(add --help for the options)");
  addEmulator(program);
  addOperation(program, "preview", "show what `up` would do");
  addOperation(program, "up", "make the stack as the program declares it");
  addOperation(program, "refresh", "bring the state up to what the service says");
  addOperation(program, "destroy", "delete everything in the stack");
  addStack(program);
  addConfig(program);
  addState(program);
  addApi(program);
  addCancel(program);
  return program;
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
    await program.parseAsync(withoutBooleanValues(process.argv.slice(2), operationFlags), { from: "user" });
  } catch (error) {
    if (isCommanderError(error)) {
      process.exitCode = error.exitCode === 0 ? 0 : usageError;
      return;
    }
    complain(`error: ${messageOf(error)}\n`);
    process.exitCode = loadErrors().exitCodeOfError(error);
  }
}

const loadErrors = (): typeof import("../state") => require("../state");

function isCommanderError(error: unknown): error is { readonly exitCode: number } {
  return error instanceof Error && error.name === "CommanderError" && "exitCode" in error;
}

if (require.main === module) void main();
