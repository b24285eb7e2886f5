import type { Command } from "commander";
import { addProjectOptions } from "../flags/project-options";
import { addStackFlags } from "../flags/stack-flags";
import type * as Edit from "./edit";

const load = (): typeof Edit => require("./edit");

/** `state`: its subcommands behave and print like those of the Pulumi CLI, and use the same file. */
export function addState(program: Command): void {
  const state = addProjectOptions(program.command("state")).description("Edit a stack's state");
  addStackFlags(state, "state");
  const add = (usage: string, description: string, ...aliases: readonly string[]) =>
    addProjectOptions(state.command(usage).description(description).aliases(aliases)).option(
      "-y, --yes",
      "Do not ask for confirmation",
      false,
    );
  add(
    "delete [urns...]",
    "Delete resources from the state, without deleting the objects they manage",
    "rm",
    "remove",
  )
    .option("--all", "Delete all resources in the stack", false)
    .option("--force", "Delete protected resources too", false)
    .option("--target-dependents", "Delete the resources that depend on them too", false)
    .action(async (urns: readonly string[], _, command: Command) => {
      process.exitCode = await load().deleteResources(urns, command.optsWithGlobals());
    });
  add("unprotect [urns...]", "Remove the protection of resources, so that they can be deleted")
    .option("--all", "Unprotect all resources in the stack", false)
    .action(async (urns: readonly string[], _, command: Command) => {
      process.exitCode = await load().unprotectResources(urns, command.optsWithGlobals());
    });
  add("rename <urn> <name>", "Rename a resource, and update all references to it").action(
    async (urn: string, name: string, _, command: Command) => {
      process.exitCode = await load().renameResource(urn, name, command.optsWithGlobals());
    },
  );
}
