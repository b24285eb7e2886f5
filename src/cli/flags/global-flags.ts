import type { Flag } from "./flag";

/** The global flags of the Pulumi CLI, which none of our commands supports. `pulumi` names the CLI in the advice for flags without a counterpart. */
export function globalFlags(commands: readonly string[], pulumi: string): readonly Flag[] {
  const profile = "NODE_OPTIONS=--cpu-prof profiles the engine and the program.";
  const log = `Omit it, because there is no such log, or use ${pulumi}.`;
  const traces = `Omit it, because there are no traces, or use ${pulumi}.`;
  const unsupported: readonly (readonly [usage: string, description: string, instead: string])[] = [
    [
      "--disable-integrity-checking",
      "accept an inconsistent state",
      "Repair the state with `nodecloud stack export`, an editor, and `nodecloud stack import --force`.",
    ],
    ["-e, --emoji", "emoji", "Omit it: the output has none."],
    [
      "-Q, --fully-qualify-stack-names",
      "stack names with organization and project",
      "Omit it: a folder has one organization, and a stack one project.",
    ],
    ["--logflow", "the Pulumi CLI's log", log],
    ["--logtostderr", "the Pulumi CLI's log", log],
    ["-v, --verbose <level>", "the Pulumi CLI's log", log],
    ["--memprofilerate <rate>", "a profile", profile],
    ["--profiling <path>", "a profile", profile],
    ["--otel-traces <endpoint>", "traces", traces],
    ["--tracing <endpoint>", "traces", traces],
    ["--tracing-header <text>", "traces", traces],
  ];
  return unsupported.map(([usage, description, instead]) => ({ usage, commands, description, instead }));
}
