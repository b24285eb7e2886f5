import type { Command } from "commander";
import { asArguments, declareFlags, type OperationName, refusalOf } from "../flags/flag";
import { operationFlags } from "../flags/operation-flags";
import { addProjectOptions } from "../project-options";
import type { OperationFlagValues } from "./run";

const load = (): typeof import("./run") => require("./run");

export function addOperation(program: Command, operation: OperationName, description: string): void {
  const command = addProjectOptions(program.command(operation)).description(description);
  declareFlags(command, operation, operationFlags);
  command.action(async (flags: OperationFlagValues) => {
    process.exitCode = await load().runOperation({
      ...flags,
      operation,
      args: asArguments(command, operation, operationFlags),
      refusal: refusalOf(command, operation, operationFlags),
    });
  });
}
