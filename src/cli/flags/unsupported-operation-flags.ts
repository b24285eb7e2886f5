import type { Flag } from "./flag";
import { globalFlags } from "./global-flags";
import { operations, programOperations } from "./operations";

const pulumi = "the Pulumi CLI (--engine pulumi)";
const usePulumi = `Use ${pulumi}.`;
const usePulumiWithLabels = `Use ${pulumi}, and declare a \`label\` for each resource that the plan creates or replaces, because a generated label violates the plan.`;

/** Flags of the Pulumi CLI 3.260 that the embedded engine refuses, each with what to use instead. */
export const unsupportedOperationFlags: readonly Flag[] = [
  {
    usage: "--attach-debugger [type]",
    commands: programOperations,
    description: "wait for a debugger",
    instead: `Add \`nodeargs: --inspect-brk\` to runtime.options of Pulumi.yaml, or use ${pulumi}.`,
  },
  {
    usage: "--continue-on-error",
    commands: ["up", "destroy"],
    description: "continue after a failed step",
    instead: `Steps in progress are completed when one fails; run the command again for the rest, or use ${pulumi}.`,
  },
  {
    usage: "-d, --debug",
    commands: operations,
    description: "debug output",
    instead:
      "--diff shows every field, and variables such as NODE_DEBUG reach the program through the environment.",
  },
  {
    usage: "--expect-no-changes",
    commands: ["destroy"],
    description: "not a flag of the Pulumi CLI's `destroy` either",
    instead: "`nodecloud stack` shows whether the stack has resources.",
  },
  {
    usage: "--exclude-protected",
    commands: ["destroy"],
    description: "keep protected resources",
    instead: `Exclude the protected resources with --exclude, or use ${pulumi}.`,
  },
  {
    usage: "--ignore-protect",
    commands: ["preview", "up", "destroy"],
    description: "delete protected resources too",
    instead: "Remove the protection first with `nodecloud state unprotect <urn>`.",
  },
  {
    usage: "--import-file <path>",
    commands: ["preview"],
    description: "write an import file",
    instead: "Adopt existing objects with the `adopt` argument of the resource.",
  },
  {
    usage: "--import-pending-creates <urn-and-id>",
    commands: ["refresh"],
    description: "import the results of pending creates",
    instead:
      "`up` searches for the object. If `up` cannot find it, adopt it with `adopt: <id>`, or remove the pending create with --clear-pending-creates.",
  },
  {
    usage: "--run-program",
    commands: operations,
    description: "run the program during a refresh or destroy",
    instead: `Run \`nodecloud up\` first, because later runs use the configuration that it gives to providers, or use ${pulumi}.`,
  },
  {
    usage: "--show-secrets",
    commands: programOperations,
    description: "show secrets in plain text",
    instead: "Run `nodecloud stack output --show-secrets` afterwards.",
  },
  {
    usage: "--show-full-output",
    commands: ["preview", "up", "destroy"],
    description: "show values in full length",
    instead: "--json and `nodecloud stack export` print all values in full.",
  },
  {
    usage: "--urns",
    commands: operations,
    description: "show URNs instead of names",
    instead: "--diff and --json show the URN of each resource.",
  },
  {
    usage: "--event-log <path>",
    commands: operations,
    description: "write engine events to a file",
    instead: `Redirect the output of --json to a file, or use ${pulumi}.`,
  },
  {
    usage: "--output <format>",
    commands: operations,
    description: "print a summary as JSON",
    instead: "--json prints every step as JSON.",
  },
  ...["--exec-kind <kind>", "--exec-agent <agent>"].map((usage) => ({
    usage,
    commands: operations,
    description: "the kind of program that runs the Pulumi CLI",
    instead: `Omit it, or use ${pulumi}.`,
  })),
  { usage: "--plan <path>", commands: ["up"], description: "an update plan", instead: usePulumiWithLabels },
  {
    usage: "--save-plan <path>",
    commands: ["preview"],
    description: "an update plan",
    instead: usePulumiWithLabels,
  },
  { usage: "--strict", commands: ["up"], description: "an update plan", instead: usePulumi },
  ...["--policy-pack <path>", "--policy-pack-config <path>"].map(
    (usage): Flag => ({
      usage,
      commands: programOperations,
      description: "a policy pack",
      repeatable: true,
      instead: usePulumi,
    }),
  ),
  {
    usage: "--show-policy-remediations",
    commands: programOperations,
    description: "policy remediations",
    instead: usePulumi,
  },
  {
    usage: "--override-env <env=replacement>",
    commands: operations,
    description: "a Pulumi ESC environment",
    repeatable: true,
    instead: usePulumi,
  },
  { usage: "--neo", commands: operations, description: "Pulumi Cloud's assistant", instead: usePulumi },
  {
    usage: "--neo-task-on-failure",
    commands: programOperations,
    description: "Pulumi Cloud's assistant",
    instead: usePulumi,
  },
  { usage: "--copilot", commands: operations, description: "Pulumi Cloud's assistant", instead: usePulumi },
  {
    usage: "--client <address>",
    commands: operations,
    description: "a running language host",
    instead: usePulumi,
  },
  ...remoteFlags(),
  ...globalFlags(operations, pulumi),
];

/** The flags of Pulumi Deployments. */
function remoteFlags(): readonly Flag[] {
  const switches = ["", "-inherit-settings", "-skip-install-dependencies"];
  const values = [
    ...["-agent-pool-id", "-env", "-env-secret", "-executor-image", "-executor-image-password"],
    ...["-executor-image-username", "-git-auth-access-token", "-git-auth-password"],
    ...["-git-auth-ssh-private-key", "-git-auth-ssh-private-key-path", "-git-auth-username"],
    ...["-git-branch", "-git-commit", "-git-repo-dir", "-pre-run-command"],
  ];
  const flag = (usage: string): Flag => ({
    usage,
    commands: operations,
    description: "a run in Pulumi Cloud",
    instead: usePulumi,
  });
  return [
    ...switches.map((name) => flag(`--remote${name}`)),
    ...values.map((name): Flag => ({ ...flag(`--remote${name} <value>`), repeatable: true })),
    flag("--suppress-stream-logs"),
  ];
}
