import type { Flag } from "./flag";
import { changingOperations, operations, programOperations } from "./operations";
import { unsupportedOperationFlags } from "./unsupported-operation-flags";
import { parseCount, parseKeyAndValue, parsePath } from "./value-parsers";

const runFlags: readonly Flag[] = [
  {
    usage: "--engine <engine>",
    commands: operations,
    description:
      "Engine that runs the program; auto uses the `pulumi` on the PATH, or else the embedded engine (default: auto)",
    choices: ["auto", "pulumi", "embedded"],
    nodecloudOnly: true,
  },
  {
    usage: "--allow-empty",
    commands: changingOperations,
    description: "Accept that none of the stack's resources exists, even if the account cannot be verified",
    nodecloudOnly: true,
  },
  {
    usage: "--create",
    commands: ["up"],
    description: "Create the stack if it does not exist",
    nodecloudOnly: true,
  },
  {
    usage: "-y, --yes",
    commands: changingOperations,
    description: "Apply the changes without asking for confirmation",
  },
  {
    usage: "-f, --skip-preview",
    commands: changingOperations,
    description: "Apply the changes without a preview and without asking for confirmation",
  },
  {
    usage: "--preview-only",
    commands: ["refresh", "destroy"],
    description: "Only show a preview, without changing anything",
  },
  {
    usage: "--non-interactive",
    commands: operations,
    description: "Never prompt or redraw, even on a terminal",
  },
  {
    usage: "--expect-no-changes",
    commands: ["preview", "up", "refresh"],
    description: "Exit with code 7 if there are any changes",
  },
  {
    usage: "-m, --message <text>",
    commands: operations,
    description: "Message to keep with the run in the stack's history",
  },
  {
    usage: "-p, --parallel <count>",
    commands: operations,
    description: "Maximum number of resource operations in parallel",
    parse: parseCount,
  },
];

const selectionFlags: readonly Flag[] = [
  {
    usage: "-t, --target <urn>",
    commands: operations,
    description:
      "Limit the run to this resource (repeatable; * matches anything except a colon, ** matches anything)",
    repeatable: true,
  },
  {
    usage: "--target-dependents",
    commands: operations,
    description: "Include the resources that depend on a target",
  },
  {
    usage: "-x, --exclude <urn>",
    commands: operations,
    description: "Exclude this resource from the run (repeatable; wildcards as in --target)",
    repeatable: true,
    conflicts: ["target", "targetReplace"],
  },
  {
    usage: "--exclude-dependents",
    commands: operations,
    description:
      "Exclude the resources that depend on an excluded one as well (for destroy, not a flag of the Pulumi CLI)",
  },
  {
    usage: "--replace <urn>",
    commands: programOperations,
    description: "Replace this resource even if it has not changed (repeatable; wildcards as in --target)",
    repeatable: true,
  },
  {
    usage: "--target-replace <urn>",
    commands: programOperations,
    description: "Shorthand for --target and --replace (repeatable)",
    repeatable: true,
  },
  {
    usage: "-r, --refresh [choice]",
    commands: ["preview", "up", "destroy"],
    description:
      "Refresh the state first; --refresh=false overrides `refresh: always` in the project's options",
    choices: ["true", "false"],
    preset: "true",
  },
  {
    usage: "--clear-pending-creates",
    commands: ["refresh"],
    description: "Remove pending creates of interrupted runs from the state",
  },
  {
    usage: "--skip-pending-creates",
    commands: ["refresh"],
    description: "Accepted, but has no effect: a refresh never prompts for pending creates",
  },
  {
    usage: "--remove",
    commands: ["destroy"],
    description: "Remove the stack and its configuration file after all resources are deleted",
  },
];

const configurationFlags: readonly Flag[] = [
  {
    usage: "-c, --config <key=value>",
    commands: operations,
    description: "Save this value in the stack's configuration before the run (repeatable)",
    repeatable: true,
    parse: parseKeyAndValue,
  },
  {
    usage: "--config-path",
    commands: operations,
    description: "Treat the keys of --config as paths: outer.inner, names[0]",
  },
  {
    usage: "--config-file <path>",
    commands: operations,
    description: "Configuration file to use instead of Pulumi.<stack>.yaml",
    parse: parsePath,
  },
  {
    usage: "--skip-config-validation",
    commands: operations,
    description: "Do not validate the configuration against Pulumi.yaml",
  },
  {
    usage: "--secrets-provider <type>",
    commands: ["up"],
    description: "With --create: how the stack's secrets are encrypted",
    choices: ["default", "passphrase"],
  },
];

const displayFlags: readonly Flag[] = [
  {
    usage: "--diff",
    commands: operations,
    description: "Show all fields of each changed resource, including the unchanged ones",
  },
  { usage: "--show-sames", commands: operations, description: "Show unchanged resources too" },
  {
    usage: "--show-replacement-steps",
    commands: operations,
    description: "Show the create and the delete of a replacement separately",
  },
  {
    usage: "--show-reads",
    commands: programOperations,
    description: "Accepted, but has no effect: reads are always shown",
  },
  {
    usage: "--show-config",
    commands: ["preview", "up", "destroy"],
    description: "Show the configuration, with secrets as [secret]",
  },
  { usage: "--suppress-outputs", commands: operations, description: "Do not show the stack's outputs" },
  { usage: "--suppress-progress", commands: operations, description: "Do not show progress messages" },
  {
    usage: "--suppress-permalink [choice]",
    commands: operations,
    description: "Accepted, but has no effect: there is no permalink",
    choices: ["true", "false"],
    preset: "true",
  },
  {
    usage: "--skip-plugin-pre-install",
    commands: operations,
    description: "Accepted, but has no effect: there are no plugins to install",
  },
  { usage: "-j, --json", commands: operations, description: "Print each step as one line of JSON" },
  {
    usage: "--color <when>",
    commands: operations,
    description: "When to use colors; auto means on a terminal, unless NO_COLOR is set (default: auto)",
    choices: ["auto", "always", "never"],
  },
];

/** The flags that the embedded engine accepts. */
export const supportedOperationFlags: readonly Flag[] = [
  ...runFlags,
  ...selectionFlags,
  ...configurationFlags,
  ...displayFlags,
];

/** Every flag of `preview`, `up`, `refresh` and `destroy` of the Pulumi CLI 3.260, and those of `nodecloud` alone. */
export const operationFlags: readonly Flag[] = [...supportedOperationFlags, ...unsupportedOperationFlags];
