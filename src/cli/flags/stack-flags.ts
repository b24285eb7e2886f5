import type { Command } from "commander";
import { declareFlags, type Flag, refusalOf } from "./flag";
import { globalFlags } from "./global-flags";

const usePulumi = "Use the Pulumi CLI.";
const anotherProject = "`nodecloud stack ls --cwd <project>` lists the stacks of another project.";

/** The commands that take the Pulumi CLI's global flags; their subcommands inherit these. */
const topLevelCommands = ["stack", "config", "state", "cancel"] as const;

/** Flags of the Pulumi CLI 3.260 that `stack`, `config`, `state` and `cancel` do not declare as options of their own. */
export const stackFlags: readonly Flag[] = [
  {
    usage: "--non-interactive",
    commands: topLevelCommands,
    description: "Never prompt, even on a terminal",
  },
  {
    usage: "--color <when>",
    commands: topLevelCommands,
    description: "Accepted, but has no effect: these commands use no colors",
  },
  {
    usage: "--secrets-provider <type>",
    commands: ["stack init", "stack select"],
    description: "How the stack's secrets are encrypted",
    choices: ["default", "passphrase"],
  },
  {
    usage: "-y, --yes",
    commands: ["stack init"],
    description: "Accepted, but has no effect: a missing name is only prompted for on a terminal",
  },
  {
    usage: "--copy-config-from <stack>",
    commands: ["stack init"],
    description: "copy another stack's configuration",
    instead:
      "Copy Pulumi.<stack>.yaml without its secrets, and set those with `nodecloud config set --secret`.",
  },
  {
    usage: "--teams <team>",
    commands: ["stack init"],
    description: "teams of Pulumi Cloud",
    repeatable: true,
    instead: usePulumi,
  },
  {
    usage: "-a, --all",
    commands: ["stack ls"],
    description: "list the stacks of all projects",
    instead: anotherProject,
  },
  {
    usage: "-p, --project <name>",
    commands: ["stack ls"],
    description: "list another project's stacks",
    instead: anotherProject,
  },
  {
    usage: "-o, --organization <name>",
    commands: ["stack ls"],
    description: "list an organization's stacks",
    instead: "Omit it: a folder has one organization.",
  },
  {
    usage: "-t, --tag <tag>",
    commands: ["stack ls"],
    description: "list stacks with a tag",
    instead: "`nodecloud stack tag ls --stack <name>` lists a stack's tags.",
  },
  {
    usage: "--version <version>",
    commands: ["stack export"],
    description: "export an earlier state",
    instead: "The folder .pulumi/backups/<project>/<stack> holds the earlier states.",
  },
  {
    usage: "--output <format>",
    commands: ["stack"],
    description: "print JSON",
    instead:
      "`stack ls`, `stack output`, `stack history` and `stack tag ls` take --json; `stack export` prints JSON.",
  },
  {
    usage: "--open",
    commands: ["config"],
    description: "open Pulumi ESC environments",
    instead: "Pulumi ESC environments need the Pulumi CLI.",
  },
  {
    usage: "--type <type>",
    commands: ["config set"],
    description: "set a typed value",
    instead: "With --path, true, false and integers are saved as such.",
  },
  ...globalFlags(topLevelCommands, "the Pulumi CLI"),
];

/** Declares the flags of `stackFlags` on a command, and makes it exit with code 2 when an unsupported one is given. */
export function addStackFlags(command: Command, path: string): void {
  declareFlags(command, path, stackFlags);
  command.hook("preAction", () => {
    const refusal = refusalOf(command, path, stackFlags);
    if (refusal !== undefined) command.error(`error: ${refusal}`, { exitCode: 2, code: "nodecloud.usage" });
  });
}
