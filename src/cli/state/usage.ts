import type { Command } from "commander";
import { refuseFlags } from "../flags/stack-flags";
import { addProjectOptions } from "../project-options";

const load = (): typeof import("./edit") => require("./edit");

/** `state`, of which each subcommand does and prints what that of the CLI does, on the same file. */
export function addState(program: Command): void {
  const state = addProjectOptions(program.command("state")).description(
    "edit the stack's state by hand: forget, rename or unprotect resources",
  );
  refuseFlags(state, "state");
  const add = (usage: string, description: string, ...aliases: readonly string[]) =>
    addProjectOptions(state.command(usage).description(description).aliases(aliases)).option(
      "-y, --yes",
      "do not ask",
      false,
    );
  add("delete [urns...]", "forget resources, which then nobody manages any more", "rm", "remove")
    .option("--all", "all resources of the stack", false)
    .option("--force", "protected ones, too", false)
    .option("--target-dependents", "what depends on them, too", false)
    .action(async (urns: readonly string[], _, command: Command) => {
      process.exitCode = await load().deleteResources(urns, command.optsWithGlobals());
    });
  add("unprotect [urns...]", "take the protection from resources, so that they can be deleted")
    .option("--all", "from all resources of the stack", false)
    .action(async (urns: readonly string[], _, command: Command) => {
      process.exitCode = await load().unprotectResources(urns, command.optsWithGlobals());
    });
  add("rename <urn> <name>", "give a resource another name, wherever the state mentions it").action(
    async (urn: string, name: string, _, command: Command) => {
      process.exitCode = await load().renameResource(urn, name, command.optsWithGlobals());
    },
  );
}
