import { type Flag, longName } from "./flag";
import { operationFlags } from "./operation-flags";
import { stackFlags } from "./stack-flags";

/** docs/engine-flags.md: every flag of the CLI, and what becomes of it. `npm run generate` writes it. */
export function flagsPage(): string {
  const accepted = operationFlags.filter(({ instead }) => instead === undefined);
  return `# Flags

\`nodecloud preview\`, \`up\`, \`refresh\` and \`destroy\` take the flags of the Pulumi CLI 3.260 under the same names. Where a \`pulumi\` on
the PATH does the work, every flag is handed over as it was given. Written from \`src/cli/flags\` by \`npm run generate\`.

## What the embedded engine takes

${table(
  ["flag", "commands", "what it does"],
  accepted.map((flag) => [code(flag.usage), commands(flag), flag.does]),
)}
\`--yes\` changes without showing a preview first; without it a terminal shows the preview and asks. \`-C\` and \`-s\` are every command's.

## What it refuses, and what to use instead

With exit code 2, before anything is read.

${refusals(operationFlags)}
## On stacks, configuration and state

\`nodecloud stack\` and its \`init\`, \`ls\`, \`select\`, \`unselect\`, \`rm\`, \`rename\`, \`tag\`, \`output\`, \`export\`, \`import\` and \`history\`, \`nodecloud config\`
and its \`set\`, \`get\` and \`rm\`, \`nodecloud state delete\`, \`unprotect\` and \`rename\`, and \`nodecloud cancel\` take what those of the CLI take, but for:

${refusals(stackFlags)}`;
}

function refusals(flags: readonly Flag[]): string {
  const refused = flags.filter(({ instead }) => instead !== undefined);
  return table(
    ["flag", "commands", "instead"],
    refused.map((flag) => [code(longName(flag)), commands(flag), flag.instead ?? ""]),
  );
}

const code = (text: string) => `\`${text}\``;

const commands = ({ on, own }: Flag) => `${on.length >= 4 ? "all" : on.join(", ")}${own ? " (ours)" : ""}`;

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return [headings, headings.map(() => "---"), ...rows].map(line).join("");
}
