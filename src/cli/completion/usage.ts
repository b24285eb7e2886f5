import { Argument, type Command } from "commander";
import type * as Run from "./run";
import { type CompletedShell, completedShells } from "./scripts";

const load = (): typeof Run => require("./run");

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a script that completes commands, options and values in a shell")
    .addArgument(new Argument("<shell>", "Shell of the script").choices(completedShells))
    .addHelpText("after", startUpFiles)
    .action((shell: CompletedShell) => load().printScript(shell));
  program
    .command("__complete", { hidden: true })
    .argument("<shell>")
    .helpOption(false)
    .action((shell: string) => load().printCompletions(program, shell));
}

const startUpFiles = `
Add the line of your shell to its start-up file:
  bash  source <(nodecloud completion bash)
  zsh   source <(nodecloud completion zsh), after compinit
  fish  nodecloud completion fish | source`;
