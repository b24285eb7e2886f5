import { InvalidArgumentError } from "commander";
import { atLeastOne } from "../arguments";
import type { Flag, OperationName } from "./flag";

const all: readonly OperationName[] = ["preview", "up", "refresh", "destroy"];
const program: readonly OperationName[] = ["preview", "up"];
const changing: readonly OperationName[] = ["up", "refresh", "destroy"];

const ask = "Use the Pulumi CLI (--engine pulumi).";
const leaveOut = "Leave it out";

/** Every flag of `preview`, `up`, `refresh` and `destroy` of the Pulumi CLI 3.260, and ours. docs/engine.md has this table. */
export const operationFlags: readonly Flag[] = [
  {
    usage: "--engine <engine>",
    on: all,
    does: "what runs the program; auto: a `pulumi` on the PATH, else the embedded engine (default: auto)",
    choices: ["auto", "pulumi", "embedded"],
    own: true,
  },
  {
    usage: "--allow-empty",
    on: changing,
    does: "take everything of the stack to be gone, though the account can't be compared",
    own: true,
  },
  { usage: "--create", on: ["up"], does: "create the stack where there is none", own: true },

  { usage: "-y, --yes", on: changing, does: "do not ask before anything is changed" },
  {
    usage: "-f, --skip-preview",
    on: changing,
    does: "change without a preview, and so without asking",
  },
  { usage: "--preview-only", on: ["refresh", "destroy"], does: "show what would change, and change nothing" },
  { usage: "--non-interactive", on: all, does: "ask nothing and redraw nothing, on a terminal either" },
  {
    usage: "--expect-no-changes",
    on: ["preview", "up", "refresh"],
    does: "end with 7 when there are changes",
  },
  { usage: "-m, --message <text>", on: all, does: "a message that the stack's history keeps with the run" },
  {
    usage: "-p, --parallel <count>",
    on: all,
    does: "how many operations at a time",
    parse: atLeastOne,
  },

  {
    usage: "-t, --target <urn>",
    on: all,
    does: "only this resource (repeatable; * stands for anything but a colon, ** for anything)",
    list: true,
  },
  { usage: "--target-dependents", on: all, does: "what depends on a target, too" },
  {
    usage: "-x, --exclude <urn>",
    on: all,
    does: "leave this resource alone (repeatable; * and ** as above)",
    list: true,
    conflicts: "target",
  },
  { usage: "--exclude-dependents", on: all, does: "leave what depends on it alone, too" },
  {
    usage: "--replace <urn>",
    on: program,
    does: "replace this resource, changed or not (repeatable; * and ** as above)",
    list: true,
  },
  {
    usage: "--target-replace <urn>",
    on: program,
    does: "--target and --replace in one (repeatable)",
    list: true,
  },
  {
    usage: "-r, --refresh [choice]",
    on: ["preview", "up", "destroy"],
    does: "read every resource first; =false: not even where the project asks for it",
    choices: ["true", "false"],
    preset: "true",
  },
  {
    usage: "--clear-pending-creates",
    on: ["refresh"],
    does: "forget creates whose end an earlier run did not see",
  },
  {
    usage: "--skip-pending-creates",
    on: ["refresh"],
    does: "accepted; a refresh never asks about pending creates",
  },
  { usage: "--remove", on: ["destroy"], does: "remove the stack and its configuration when it is empty" },

  {
    usage: "-c, --config <key=value>",
    on: all,
    does: "set this in the stack's configuration first (repeatable)",
    list: true,
    parse: keyAndValue,
  },
  { usage: "--config-path", on: all, does: "the keys of --config lead into values: outer.inner, names[0]" },
  {
    usage: "--config-file <path>",
    on: all,
    does: "the stack's configuration, instead of Pulumi.<stack>.yaml",
  },
  {
    usage: "--skip-config-validation",
    on: all,
    does: "accept configuration that does not fit what Pulumi.yaml declares",
  },
  {
    usage: "--secrets-provider <type>",
    on: ["up"],
    does: "with --create: what encrypts the stack's secrets",
    choices: ["default", "passphrase"],
  },

  { usage: "--diff", on: all, does: "show every field, changed or not, of what is changed" },
  { usage: "--show-sames", on: all, does: "show what does not change, too" },
  {
    usage: "--show-replacement-steps",
    on: all,
    does: "show the creation and the deletion of a replacement, each",
  },
  { usage: "--show-reads", on: program, does: "accepted; resources that are only read are always shown" },
  {
    usage: "--show-config",
    on: ["preview", "up", "destroy"],
    does: "show the configuration, secrets as [secret]",
  },
  { usage: "--suppress-outputs", on: all, does: "do not show the stack's outputs" },
  { usage: "--suppress-progress", on: all, does: "do not report what is still being waited for" },
  {
    usage: "--suppress-permalink [choice]",
    on: all,
    does: "accepted; there is no permalink",
    choices: ["true", "false"],
    preset: "true",
  },
  {
    usage: "--skip-plugin-pre-install",
    on: all,
    does: "accepted; there are no plugins to install",
  },
  { usage: "-j, --json", on: all, does: "print the steps as data, one JSON object a line" },
  {
    usage: "--color <when>",
    on: all,
    does: "auto: on a terminal, unless NO_COLOR is set (default: auto)",
    choices: ["auto", "always", "never"],
  },

  {
    usage: "--attach-debugger [type]",
    on: program,
    does: "wait for a debugger",
    instead:
      "Add `nodeargs: --inspect-brk` to runtime.options of Pulumi.yaml, or use the Pulumi CLI (--engine pulumi).",
  },
  {
    usage: "--continue-on-error",
    on: ["up", "destroy"],
    does: "go on after a failure",
    instead: `What is under way when a step fails is finished; run again for the rest. ${ask}`,
  },
  {
    usage: "-d, --debug",
    on: all,
    does: "debugging output, which may hold secrets",
    instead: "--diff shows every field; NODE_DEBUG and the like reach the program through the environment.",
  },
  {
    usage: "--expect-no-changes",
    on: ["destroy"],
    does: "the CLI's `destroy` has no such flag either",
    instead: "`nodecloud stack` shows whether the stack holds anything.",
  },
  {
    usage: "--exclude-protected",
    on: ["destroy"],
    does: "leave protected resources alone",
    instead: `Name the protected resources with --exclude. ${ask}`,
  },
  {
    usage: "--ignore-protect",
    on: ["preview", "up", "destroy"],
    does: "delete protected resources, too",
    instead: "`nodecloud state unprotect <urn>` takes the protection away first.",
  },
  {
    usage: "--import-file <path>",
    on: ["preview"],
    does: "write an import file",
    instead: "The resources' own `adopt` argument takes over what exists.",
  },
  {
    usage: "--import-pending-creates <urn-and-id>",
    on: ["refresh"],
    does: "take over what unfinished creates have made",
    instead:
      "`up` finds what it was creating; else `adopt: <id>` takes it over, and --clear-pending-creates forgets it.",
  },
  {
    usage: "--run-program",
    on: all,
    does: "run the program for a refresh or a destroy",
    instead: `\`nodecloud up --refresh\` takes the program's configuration over into the state first. ${ask}`,
  },
  {
    usage: "--show-secrets",
    on: program,
    does: "secrets in clear",
    instead: "`nodecloud stack output --show-secrets` prints them after the run.",
  },
  {
    usage: "--show-full-output",
    on: ["preview", "up", "destroy"],
    does: "values in full length",
    instead: "`--json` and `nodecloud stack export` have every value in full.",
  },
  {
    usage: "--urns",
    on: all,
    does: "URNs instead of names",
    instead: "--diff shows the URN of each resource, and so does --json.",
  },
  { usage: "--plan <path>", on: ["up"], does: "an update plan", instead: ask },
  { usage: "--save-plan <path>", on: ["preview"], does: "an update plan", instead: ask },
  { usage: "--strict", on: ["up"], does: "an update plan", instead: ask },
  { usage: "--policy-pack <path>", on: program, does: "a policy pack", list: true, instead: ask },
  { usage: "--policy-pack-config <path>", on: program, does: "a policy pack", list: true, instead: ask },
  { usage: "--show-policy-remediations", on: program, does: "policies", instead: ask },
  {
    usage: "--override-env <env=replacement>",
    on: all,
    does: "an ESC environment",
    list: true,
    instead: ask,
  },
  { usage: "--neo", on: all, does: "Pulumi Cloud's assistant", instead: ask },
  { usage: "--neo-task-on-failure", on: program, does: "Pulumi Cloud's assistant", instead: ask },
  { usage: "--copilot", on: all, does: "Pulumi Cloud's assistant", instead: ask },
  { usage: "--client <address>", on: all, does: "a language host that runs already", instead: ask },
  {
    usage: "--event-log <path>",
    on: all,
    does: "the CLI's events in a file",
    instead: `Redirect the output of --json. ${ask}`,
  },
  { usage: "--exec-kind <kind>", on: all, does: "who runs the CLI", instead: `${leaveOut}. ${ask}` },
  { usage: "--exec-agent <agent>", on: all, does: "who runs the CLI", instead: `${leaveOut}. ${ask}` },
  {
    usage: "--output <format>",
    on: all,
    does: "a summary as JSON",
    instead: "--json prints every step as data.",
  },
  ...remote(),
  ...globalFlags(all, ask),
];

/** What every command of the CLI takes, and what becomes of it in all of ours. */
export function globalFlags(on: readonly string[], elsewhere: string): readonly Flag[] {
  return [
    {
      usage: "--disable-integrity-checking",
      on,
      does: "work on a state that does not hold together",
      instead: "Repair the state: `nodecloud stack export`, edit, `nodecloud stack import --force`.",
    },
    { usage: "-e, --emoji", on, does: "emoji", instead: `${leaveOut}: the output has none.` },
    {
      usage: "-Q, --fully-qualify-stack-names",
      on,
      does: "stack names with organization and project",
      instead: `${leaveOut}: a folder has one organization, and a stack one project.`,
    },
    {
      usage: "--logflow",
      on,
      does: "the CLI's log",
      instead: `${leaveOut}: there is no such log. ${elsewhere}`,
    },
    {
      usage: "--logtostderr",
      on,
      does: "the CLI's log",
      instead: `${leaveOut}: there is no such log. ${elsewhere}`,
    },
    {
      usage: "-v, --verbose <level>",
      on,
      does: "the CLI's log",
      instead: `${leaveOut}: there is no such log. ${elsewhere}`,
    },
    {
      usage: "--memprofilerate <rate>",
      on,
      does: "a profile",
      instead: "NODE_OPTIONS=--cpu-prof profiles the engine and the program.",
    },
    {
      usage: "--profiling <path>",
      on,
      does: "a profile",
      instead: "NODE_OPTIONS=--cpu-prof profiles the engine and the program.",
    },
    {
      usage: "--otel-traces <endpoint>",
      on,
      does: "traces",
      instead: `${leaveOut}: nothing is traced. ${elsewhere}`,
    },
    {
      usage: "--tracing <endpoint>",
      on,
      does: "traces",
      instead: `${leaveOut}: nothing is traced. ${elsewhere}`,
    },
    {
      usage: "--tracing-header <text>",
      on,
      does: "traces",
      instead: `${leaveOut}: nothing is traced. ${elsewhere}`,
    },
  ];
}

function remote(): readonly Flag[] {
  const switches = ["", "-inherit-settings", "-skip-install-dependencies"];
  const values = [
    ...["-agent-pool-id", "-env", "-env-secret", "-executor-image", "-executor-image-password"],
    ...[
      "-executor-image-username",
      "-git-auth-access-token",
      "-git-auth-password",
      "-git-auth-ssh-private-key",
    ],
    ...[
      "-git-auth-ssh-private-key-path",
      "-git-auth-username",
      "-git-branch",
      "-git-commit",
      "-git-repo-dir",
    ],
    "-pre-run-command",
  ];
  const row = (usage: string): Flag => ({ usage, on: all, does: "a run in Pulumi Cloud", instead: ask });
  return [
    ...switches.map((name) => row(`--remote${name}`)),
    ...values.map((name): Flag => ({ ...row(`--remote${name} <value>`), list: true })),
    row("--suppress-stream-logs"),
  ];
}

function keyAndValue(text: string): string {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError("Write key=value.");
  return text;
}
