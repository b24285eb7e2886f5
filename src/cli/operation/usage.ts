import type { Command } from "commander";
import { declarePassedFlags, refusalOf, toPulumiArguments } from "../flags/flag";
import { operationFlags } from "../flags/operation-flags";
import type { OperationName } from "../flags/operations";
import { addProjectOptions } from "../flags/project-options";
import type { OperationFlagValues } from "./options";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addOperation(program: Command, operation: OperationName, description: string): void {
  const command = addProjectOptions(program.command(operation)).description(description);
  declarePassedFlags(command, operation, operationFlags);
  command.action(async (flags: OperationFlagValues) => {
    process.exitCode = await load().runOperation({
      ...flags,
      operation,
      pulumiArguments: toPulumiArguments(command, operation, operationFlags),
      refusal: refusalOf(command, operation, operationFlags),
    });
  });
}
