import type { Command } from "commander";
import { declareFlags, type Flag, refusalOf } from "./flag";
import { globalFlags } from "./operation-flags";

const ask = "Use the Pulumi CLI.";
const esc = "Environments of Pulumi ESC are the Pulumi CLI's: use that.";

/** Commands that take every flag of the CLI which is about all of it. */
const parents = ["stack", "config", "state", "cancel"] as const;

/** What `stack`, `config` and `state` of the Pulumi CLI 3.260 take and ours do not, by command. */
export const stackFlags: readonly Flag[] = [
  { usage: "--non-interactive", on: parents, does: "ask nothing, on a terminal either" },
  { usage: "--color <when>", on: parents, does: "accepted; these commands use no colors" },
  {
    usage: "--secrets-provider <type>",
    on: ["stack init", "stack select"],
    does: "what encrypts the stack's secrets",
    choices: ["default", "passphrase"],
  },
  {
    usage: "-y, --yes",
    on: ["stack init"],
    does: "accepted; a name that is missing is asked for on a terminal only",
  },
  {
    usage: "--copy-config-from <stack>",
    on: ["stack init"],
    does: "another stack's configuration",
    instead:
      "Copy Pulumi.<stack>.yaml without its secrets, and set those with `nodecloud config set --secret`.",
  },
  { usage: "--teams <team>", on: ["stack init"], does: "teams of Pulumi Cloud", list: true, instead: ask },
  {
    usage: "-a, --all",
    on: ["stack ls"],
    does: "the stacks of all projects",
    instead: "`nodecloud stack ls --cwd <project>` lists another project's stacks.",
  },
  {
    usage: "-p, --project <name>",
    on: ["stack ls"],
    does: "another project's stacks",
    instead: "`nodecloud stack ls --cwd <project>` lists another project's stacks.",
  },
  {
    usage: "-o, --organization <name>",
    on: ["stack ls"],
    does: "an organization's stacks",
    instead: "Leave it out: a folder has one organization.",
  },
  {
    usage: "-t, --tag <tag>",
    on: ["stack ls"],
    does: "stacks with a tag",
    instead: "`nodecloud stack tag ls --stack <name>` lists a stack's tags.",
  },
  {
    usage: "--version <version>",
    on: ["stack export"],
    does: "an older state",
    instead: "The folder .pulumi/backups/<project>/<stack> holds the older states.",
  },
  {
    usage: "--output <format>",
    on: ["stack"],
    does: "JSON",
    instead:
      "`stack ls`, `stack output`, `stack history` and `stack tag ls` take --json; `stack export` is JSON.",
  },
  { usage: "--open", on: ["config"], does: "ESC environments", instead: esc },
  {
    usage: "--type <type>",
    on: ["config set"],
    does: "a typed value",
    instead: "With --path, true, false and whole numbers are set as such.",
  },
  ...globalFlags(parents, ask),
];

/** Declares what a command of the CLI takes beyond our own options, and ends the command when one is refused. */
export function refuseFlags(command: Command, path: string): void {
  declareFlags(command, path, stackFlags);
  command.hook("preAction", () => {
    const refusal = refusalOf(command, path, stackFlags);
    if (refusal !== undefined) command.error(`error: ${refusal}`, { exitCode: 2, code: "nodecloud.usage" });
  });
}
